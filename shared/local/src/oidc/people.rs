//! Whom one may be.

/// Somebody this provider knows.
pub(crate) struct Somebody {
    /// What the provider calls them; never changes.
    pub(crate) subject: &'static str,
    /// As on their papers.
    pub(crate) name: &'static str,
    /// As they call themselves, if the provider was told.
    pub(crate) username: Option<&'static str>,
    /// Where they get mail.
    pub(crate) email: &'static str,
    /// Whether they have shown that they do.
    pub(crate) verified: bool,
}

/// All of them.
pub(crate) const PEOPLE: [Somebody; 5] = [
    Somebody {
        subject: "ana-0001",
        name: "Ana Torres",
        username: Some("Ana"),
        email: "ana.torres@example.org",
        verified: true,
    },
    Somebody {
        subject: "beto-0002",
        name: "Beto Ríos",
        username: Some("beto_rios"),
        email: "beto.rios@example.org",
        verified: true,
    },
    Somebody {
        subject: "carla-0003",
        name: "Carla Núñez",
        // Some providers have people sign in by their address and call that a name.
        username: Some("carla.nunez@example.org"),
        email: "carla.nunez@example.org",
        verified: true,
    },
    Somebody {
        subject: "dario-0004",
        name: "Darío Paz",
        username: None,
        email: "dario.paz@example.org",
        verified: true,
    },
    Somebody {
        subject: "eva-0005",
        name: "Eva Soto",
        username: Some("Eva Soto"),
        email: "eva.soto@example.org",
        verified: false,
    },
];

impl Somebody {
    /// By subject.
    pub(super) fn known(subject: &str) -> Option<&'static Somebody> {
        PEOPLE.iter().find(|somebody| somebody.subject == subject)
    }
}
