//! `damero audit`: a closing computed again from its evidence.

use std::io::{self, Write};
use std::process::ExitCode;

use damero_domain::rating::{Audited, audit};

use crate::args::AuditArgs;
use crate::error::Error;
use crate::source;

pub(crate) fn run(args: &AuditArgs, out: &mut impl Write) -> Result<ExitCode, Error> {
    let file = &args.file;
    let text = String::from_utf8(source::read(file)?)
        .map_err(|_| Error::place(file.display(), "not UTF-8, which closings are"))?;
    let audited = audit(&text).map_err(|error| Error::place(file.display(), error))?;
    tell(&audited, out)?;
    for found in &audited.disagreements {
        writeln!(out, "{}:{}: {}", file.display(), found.line, found.what)?;
    }
    let mut wrong = audited.disagreements.len();
    if let Some(expected) = args.digest.filter(|digest| *digest != audited.digest) {
        writeln!(out, "digest: expected {expected}, found {}", audited.digest)?;
        wrong += 1;
    }
    match wrong {
        0 => writeln!(out, "nothing disagrees")?,
        1 => writeln!(out, "1 disagreement")?,
        more => writeln!(out, "{more} disagreements")?,
    }
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

/// What was looked at.
fn tell(audited: &Audited, out: &mut impl Write) -> io::Result<()> {
    let (period, zone) = (audited.span.period, audited.zone);
    writeln!(out, "{}", audited.title)?;
    writeln!(
        out,
        "from {} to before {}, {zone}",
        period.start, period.end
    )?;
    if audited.span.is_partial() {
        writeln!(out, "partial: rated play began at {}", audited.span.began)?;
    }
    let Audited {
        entries,
        games,
        rows,
        digest,
        ..
    } = audited;
    writeln!(
        out,
        "{entries} entries, {games} games with both of theirs, {rows} rows"
    )?;
    writeln!(out, "sha256 {digest}")?;
    if let Some(today) = audited.today {
        // Where stderr is closed nobody wants to know.
        let _ = writeln!(
            io::stderr(),
            "this build's zone database has it from {} to before {}",
            today.start,
            today.end
        );
    }
    Ok(())
}
