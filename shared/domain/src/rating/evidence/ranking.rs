//! Lines of a ranking.

use super::json::{Fields, Object};
use super::{Evidence, Ranking};
use crate::ids::AccountId;
use crate::rating::elo::{EloDelta, MicroElo, Score};
use crate::rating::entry::{Entry, Moment, Ordinal};
use crate::rating::table::Row;
use damero_rules::Side;

impl Evidence for Entry {
    type Subject = Ranking;
    type Row = Row;
    const NAME: &'static str = "ranking";

    fn row(account: AccountId, entries: &[Entry]) -> Option<Row> {
        let games = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        entries.last().map(|newest| Row::of(account, newest, games))
    }

    fn write_subject(subject: &Ranking, object: Object) -> Object {
        object
            .text("rule_set", &subject.rule_set)
            .value("version", subject.version)
    }

    fn read_subject(fields: &Fields<'_>) -> Option<Ranking> {
        Some(Ranking {
            rule_set: fields.text("rule_set")?.to_owned(),
            version: fields.parse("version")?,
        })
    }

    fn write(&self, _: AccountId, object: Object) -> Object {
        object
            .text("game", self.moment.game)
            .text("ended", self.moment.ended_at)
            .text("rival", self.rival)
            .text("side", side_name(self.side))
            .value("score", score_name(self.score))
            .value("before", self.before.0)
            .value("delta", self.delta.0)
            .value("games", self.games)
            .value("ordinal", self.ordinal.0)
    }

    fn read(fields: &Fields<'_>) -> Option<(AccountId, Entry)> {
        let entry = Entry {
            moment: Moment {
                ended_at: fields.parse("ended")?,
                game: fields.parse("game")?,
            },
            ordinal: Ordinal(fields.parse("ordinal")?),
            rival: fields.parse("rival")?,
            side: read_side(fields.text("side")?)?,
            score: read_score(fields.text("score")?)?,
            before: MicroElo(fields.parse("before")?),
            delta: EloDelta(fields.parse("delta")?),
            // Only what counts has a line.
            valid: true,
            games: fields.parse("games")?,
        };
        Some((fields.parse("account")?, entry))
    }

    fn write_row(row: &Row, object: Object) -> Object {
        object
            .text("account", row.account)
            .value("shown", row.elo.shown())
            .value("elo", row.elo.0)
            .value("games", row.games)
            .value("provisional", row.provisional)
    }

    fn read_row(fields: &Fields<'_>) -> Option<Row> {
        Some(Row {
            account: fields.parse("account")?,
            elo: MicroElo(fields.parse("elo")?),
            games: fields.parse("games")?,
            provisional: fields.parse("provisional")?,
        })
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

fn read_side(name: &str) -> Option<Side> {
    match name {
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        _ => None,
    }
}

fn score_name(score: Score) -> &'static str {
    match score {
        Score::Loss => "0",
        Score::Draw => "0.5",
        Score::Win => "1",
    }
}

fn read_score(name: &str) -> Option<Score> {
    match name {
        "0" => Some(Score::Loss),
        "0.5" => Some(Score::Draw),
        "1" => Some(Score::Win),
        _ => None,
    }
}
