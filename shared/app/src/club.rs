//! What a deployment says of itself.

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
    /// The OpenID Connect provider whose people may link accounts; nobody's, if empty.
    pub issuer: String,
    /// The club's name at that provider.
    pub client_id: String,
}

impl Default for Club {
    /// The first rule set is rated, in no country's time; nobody can link an account.
    fn default() -> Club {
        Club {
            zone: Zone::UTC,
            terms: 1,
            rated: RuleSet::ALL.iter().take(1).collect(),
            issuer: String::new(),
            client_id: String::new(),
        }
    }
}
