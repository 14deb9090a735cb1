//! The signatures of ID tokens, by `ring`, which speaks TLS for the club already.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::signature::{self, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};

static RING: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
    verifier_factory: verifier,
    // Keys are read here, never made.
    key_utils: KeyUtils::new_unimplemented(),
};

/// Has this process verify by `ring`. Whoever comes second finds it done.
pub(crate) fn install() {
    let _ = RING.install_default();
}

/// The two algorithms that providers use; a shared secret is none of them.
fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    match (algorithm, key.kind()) {
        (Algorithm::RS256, DecodingKeyKind::RsaModulusExponent { .. }) => {
            Ok(Box::new(Rs256(key.clone())))
        }
        (Algorithm::ES256, DecodingKeyKind::SecretOrDer(_)) => Ok(Box::new(Es256(key.clone()))),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

struct Rs256(DecodingKey);

impl Verifier<Vec<u8>> for Rs256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let DecodingKeyKind::RsaModulusExponent { n, e } = self.0.kind() else {
            return Err(signature::Error::new());
        };
        RsaPublicKeyComponents { n, e }
            .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            .map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for Rs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::RS256
    }
}

struct Es256(DecodingKey);

impl Verifier<Vec<u8>> for Es256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let point = self.0.try_get_as_bytes();
        let point = point.map_err(|_| signature::Error::new())?;
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)
            .verify(message, signature)
            .map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for Es256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::ES256
    }
}
