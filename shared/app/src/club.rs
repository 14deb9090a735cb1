//! What a deployment says of itself.

use damero_domain::credit::Caps;
use damero_domain::period::Zone;
use damero_rules::RuleSet;

/// The club as its deployment configures it.
#[derive(Clone, Debug, PartialEq)]
pub struct Club {
    /// Whose days, weeks and months count.
    pub zone: Zone,
    /// The version of the terms that stands now.
    pub terms: u32,
    /// The rule sets that are open to rated play.
    pub rated: Vec<&'static RuleSet>,
    /// The rule sets in which the computer's levels are open.
    pub levels: Vec<&'static RuleSet>,
    /// The most that beaten levels earn.
    pub caps: Caps,
    /// The OpenID Connect provider whose people may link accounts; nobody's, if empty.
    pub issuer: String,
    /// The club's name at that provider.
    pub client_id: String,
    /// How many parts the queue of a rule set has.
    pub queue: Parts,
    /// Hides the addresses from which people play; without it none is kept.
    pub address_key: Vec<u8>,
}

/// Over how many partitions the tickets of a rule set are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// New tickets.
    pub now: u8,
    /// The most that there have ever been: all of them are read.
    pub ever: u8,
}

impl Club {
    /// Whether rated games of a rule set may be played now.
    #[must_use]
    pub fn is_open(&self, rules: &RuleSet) -> bool {
        self.rated.iter().any(|open| open.id == rules.id)
    }

    /// How many parts of a queue may hold tickets.
    #[must_use]
    pub fn parts(&self) -> u8 {
        self.queue.ever.max(self.queue.now).max(1)
    }
}

impl Default for Club {
    /// The first rule set is rated and has levels, in no country's time; nobody can link an account.
    fn default() -> Club {
        Club {
            zone: Zone::UTC,
            terms: 1,
            rated: RuleSet::ALL.iter().take(1).collect(),
            levels: RuleSet::ALL.iter().take(1).collect(),
            caps: Caps::default(),
            issuer: String::new(),
            client_id: String::new(),
            queue: Parts { now: 1, ever: 1 },
            address_key: Vec::new(),
        }
    }
}
