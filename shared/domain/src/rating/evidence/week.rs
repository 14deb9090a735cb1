//! Lines of the League's week.

use super::Evidence;
use super::json::{Fields, Object};
use crate::ids::AccountId;
use crate::rating::entry::{Moment, Ordinal};
use crate::rating::league::{Activity, Row};

impl Evidence for Activity {
    type Subject = ();
    type Row = Row;
    const NAME: &'static str = "league";

    fn row(account: AccountId, entries: &[Activity]) -> Option<Row> {
        let activity = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        (activity > 0).then_some(Row { account, activity })
    }

    fn write_subject((): &(), object: Object) -> Object {
        object
    }

    fn read_subject(_: &Fields<'_>) -> Option<()> {
        Some(())
    }

    fn write(&self, _: AccountId, object: Object) -> Object {
        object
            .text("game", self.moment.game)
            .text("ended", self.moment.ended_at)
            .text("rival", self.rival)
            .text("day", self.day)
            .value("ordinal", self.ordinal.0)
    }

    fn read(fields: &Fields<'_>) -> Option<(AccountId, Activity)> {
        let word = Activity {
            moment: Moment {
                ended_at: fields.parse("ended")?,
                game: fields.parse("game")?,
            },
            ordinal: Ordinal(fields.parse("ordinal")?),
            rival: fields.parse("rival")?,
            day: fields.parse("day")?,
            // Only what counts has a line.
            counts: true,
        };
        Some((fields.parse("account")?, word))
    }

    fn write_row(row: &Row, object: Object) -> Object {
        object
            .text("account", row.account)
            .value("activity", row.activity)
    }

    fn read_row(fields: &Fields<'_>) -> Option<Row> {
        Some(Row {
            account: fields.parse("account")?,
            activity: fields.parse("activity")?,
        })
    }
}
