//! `roomCreate`: a room with a link and a free seat.

use super::{Action, Failure};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play::write_stamp;
use crate::refuse::{refused, refused_with};
use crate::rooms;
use damero_domain::clock::TimeControl;
use damero_domain::ids::{CommandId, RoomId};
use damero_domain::room::{ColourChoice, Conditions, INVITE_LIFE, Room, Seat};
use damero_domain::time::{GRACE, Millis, Stamp};
use damero_protocol::client::{self, Colour};
use damero_protocol::server::{Message, Refused};
use damero_rules::RuleSet;
use damero_store::{HeldRoom, Place, Saved};

/// A new room's id is its command's; one whose time is further off is refused.
const MAX_ID_AGE: Millis = Millis::seconds(5 * 60);

/// The creator sits down as its host.
#[derive(Debug)]
pub struct RoomCreate;

impl Action for RoomCreate {
    const NAME: &'static str = "roomCreate";
    type Fields = client::RoomCreate;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::RoomCreate,
    ) -> Result<Vec<Outgoing>, Failure> {
        let stamp = write_stamp(caller.stamp(app))?;
        let conditions = match conditions(id, &fields, stamp) {
            Ok(conditions) => conditions,
            Err(refused) => return Ok(refuse(caller, *refused)),
        };
        let age = caller.received - id.made_at();
        if age > MAX_ID_AGE || age < Millis::ZERO - MAX_ID_AGE {
            return again(app, caller, id, "id_time").await;
        }
        let count = app
            .store
            .count(
                &caller.identity().session().to_string(),
                "room",
                Millis::seconds(3600),
                stamp.now,
            )
            .await?;
        if count > app.limits.rooms_per_hour {
            return again(app, caller, id, "too_many_rooms").await;
        }
        app.timers
            .lapse_room(conditions.id, conditions.created + INVITE_LIFE + GRACE)
            .await?;
        let mut held = HeldRoom::new(
            Room::open(conditions, caller.identity().holder()),
            caller.connection.clone(),
        );
        held.room.remember(id.tag_by(caller.identity().session()));
        // Before the put, as everywhere: `$disconnect` has to find what names the tab.
        let place = Place::Room(id.into(), Seat::Host);
        let noted = app.store.note_binding(place, &caller.connection).await?;
        if noted.is_none() {
            held.connections.host.clear();
        }
        match app.store.create_room(&held).await? {
            Saved::Done(()) => Ok(vec![rooms::view_for(caller, &held, None, stamp)]),
            Saved::Lost(_) => again(app, caller, id, "bad_id").await,
        }
    }
}

fn conditions(
    id: CommandId,
    fields: &client::RoomCreate,
    stamp: Stamp,
) -> Result<Conditions, Box<Refused>> {
    let rules = RuleSet::by_id(&fields.rule_set).ok_or_else(|| {
        Box::new(refused_with(
            "unknown_rule_set",
            "rule_set",
            fields.rule_set.as_str(),
        ))
    })?;
    let control: Option<TimeControl> = fields
        .clock
        .as_deref()
        .map(str::parse)
        .transpose()
        .map_err(|_| Box::new(refused("unknown_clock")))?;
    let colour = match fields.colour {
        Colour::Mine => ColourChoice::Mine,
        Colour::Theirs => ColourChoice::Theirs,
        Colour::Random => ColourChoice::Random,
    };
    Ok(Conditions {
        id: id.into(),
        rules,
        control,
        colour,
        created: stamp.confirmed(stamp.received),
    })
}

/// A room of the caller's under this id means that the command was accepted
/// before and is answered again; otherwise it is refused.
async fn again(
    app: &App,
    caller: &Caller,
    id: CommandId,
    code: &str,
) -> Result<Vec<Outgoing>, Failure> {
    let stamp = caller.stamp(app);
    match rooms::settled(app, RoomId::from(id), stamp).await? {
        Some((held, mut told)) if held.room.seat_of(caller.identity()) == Some(Seat::Host) => {
            let game = rooms::present_game(app, caller, &held, None).await?;
            let game = game.as_ref().map(|held| &held.game);
            told.push(rooms::view_for(caller, &held, game, stamp));
            Ok(told)
        }
        _ => Ok(refuse(caller, refused(code))),
    }
}

fn refuse(caller: &Caller, refused: Refused) -> Vec<Outgoing> {
    vec![Outgoing::new(&caller.connection, Message::Refused(refused))]
}
