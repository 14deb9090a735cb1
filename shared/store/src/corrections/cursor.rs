//! How far a correction has come, kept in pieces: it may be longer than an item.

use crate::client::{Store, key_item};
use crate::error::StoreError;
use crate::items::game::corrupt;
use crate::keys;
use crate::periods::bytes_of;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use damero_domain::ladder::Ladder;
use damero_domain::rating::{Digest, Ordinal};
use sha2::{Digest as _, Sha256};

/// A piece has so many bytes.
const PIECE: usize = 300_000;

impl Store {
    /// Keeps how far a correction has come. What is read back is whole, or nothing.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_walked(
        &self,
        ladder: Ladder,
        ordinal: Ordinal,
        cursor: &[u8],
    ) -> Result<(), StoreError> {
        let pieces = cursor.chunks(PIECE);
        let digest = Digest(Sha256::digest(cursor).into());
        let head = [
            &digest.0[..],
            &u32::try_from(pieces.len())
                .unwrap_or(u32::MAX)
                .to_be_bytes(),
        ];
        let head = head.concat();
        // The head is last: until then the digest of another cursor stands in it.
        for (nth, piece) in pieces
            .enumerate()
            .rev()
            .map(|(nth, piece)| (nth + 1, piece))
        {
            self.put_piece(ladder, ordinal, nth, piece).await?;
        }
        self.put_piece(ladder, ordinal, 0, &head).await
    }

    async fn put_piece(
        &self,
        ladder: Ladder,
        ordinal: Ordinal,
        nth: usize,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let mut item = key_item(keys::correction_cursor(ladder, ordinal, nth));
        item.insert("b".into(), AttributeValue::B(Blob::new(bytes)));
        self.put_any("REVS", item).await
    }

    /// How far a correction has come, if that was kept and is whole. One that was being
    /// kept when its keeper stopped is not: then the walk begins anew.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn walked(
        &self,
        ladder: Ladder,
        ordinal: Ordinal,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(head) = self.piece(ladder, ordinal, 0).await? else {
            return Ok(None);
        };
        let (digest, pieces) = head.split_at_checked(32).ok_or_else(|| corrupt("cursor"))?;
        let pieces = pieces.try_into().map(u32::from_be_bytes);
        let mut cursor = Vec::new();
        for nth in 1..=pieces.map_err(|_| corrupt("cursor"))? {
            let nth = usize::try_from(nth).unwrap_or(usize::MAX);
            let piece = self.piece(ladder, ordinal, nth).await?;
            cursor.extend(piece.unwrap_or_default());
        }
        Ok((Sha256::digest(&cursor)[..] == *digest).then_some(cursor))
    }

    async fn piece(
        &self,
        ladder: Ladder,
        ordinal: Ordinal,
        nth: usize,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let key = keys::correction_cursor(ladder, ordinal, nth);
        Ok(self.get("REVS", key).await?.and_then(bytes_of))
    }
}
