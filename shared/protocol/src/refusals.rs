//! Every refusal by its stable code, with its sentence for people.
//!
//! `{name}` in a sentence stands for the parameter of that name.

/// A refusal's code and its sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusalText {
    /// Stable: clients decide on it.
    pub code: &'static str,
    /// Spanish.
    pub es: &'static str,
    /// English.
    pub en: &'static str,
}

const fn refusal(code: &'static str, es: &'static str, en: &'static str) -> RefusalText {
    RefusalText { code, es, en }
}

/// Looks a code up.
#[must_use]
pub fn text(code: &str) -> Option<&'static RefusalText> {
    REFUSALS.iter().find(|text| text.code == code)
}

/// All of them: messages, rooms, games, rules.
pub const REFUSALS: &[RefusalText] = &[
    refusal(
        "too_large",
        "El mensaje es demasiado grande.",
        "The message is too large.",
    ),
    refusal(
        "bad_json",
        "El mensaje no se entiende.",
        "The message cannot be read.",
    ),
    refusal(
        "bad_message",
        "Al mensaje le falta o le sobra algo: {why}.",
        "Something is missing or wrong in the message: {why}.",
    ),
    refusal(
        "bad_id",
        "El identificador del mensaje no es válido.",
        "The message's id is not valid.",
    ),
    refusal(
        "id_time",
        "La hora de tu dispositivo no coincide con la del club. Ajústala e intenta otra vez.",
        "Your device's time differs from the club's. Set it and try again.",
    ),
    refusal(
        "unknown_action",
        "El club no conoce esa acción. Recarga la página.",
        "The club does not know that action. Reload the page.",
    ),
    refusal(
        "session_expired",
        "Tu sesión venció. Recarga la página.",
        "Your session has expired. Reload the page.",
    ),
    refusal(
        "no_accounts",
        "Este club no tiene cuentas por ahora.",
        "This club has no accounts for now.",
    ),
    refusal(
        "token_bad",
        "No pudimos comprobar quién eres. Entra de nuevo.",
        "We could not check who you are. Sign in again.",
    ),
    refusal(
        "token_issuer",
        "Esa identidad es de otro proveedor. Entra de nuevo.",
        "That identity is from another provider. Sign in again.",
    ),
    refusal(
        "token_audience",
        "Esa identidad es para otro sitio. Entra de nuevo.",
        "That identity is meant for another site. Sign in again.",
    ),
    refusal(
        "token_expired",
        "Pasó demasiado tiempo desde que entraste. Entra de nuevo.",
        "Too much time has passed since you signed in. Sign in again.",
    ),
    refusal(
        "token_early",
        "El reloj de tu proveedor está adelantado. Entra de nuevo en un momento.",
        "Your provider's clock is ahead. Sign in again in a moment.",
    ),
    refusal(
        "token_nonce",
        "Esa identidad ya se usó, o era para otro navegador. Entra de nuevo.",
        "That identity was used before, or was meant for another browser. Sign in again.",
    ),
    refusal(
        "not_linked",
        "Para eso necesitas una cuenta. Entra con la tuya.",
        "That needs an account. Sign in with yours.",
    ),
    refusal(
        "terms_version",
        "Los términos cambiaron. Lee la versión {version} y acéptala.",
        "The terms have changed. Read version {version} and accept it.",
    ),
    refusal(
        "name_length",
        "El nombre debe tener entre 3 y 20 caracteres.",
        "The name must have 3 to 20 characters.",
    ),
    refusal(
        "name_characters",
        "El nombre solo puede tener letras, números y un espacio entre palabras.",
        "The name may have only letters, digits and one space between words.",
    ),
    refusal(
        "name_reserved",
        "Ese nombre parece un identificador. Elige otro.",
        "That name looks like an id. Choose another one.",
    ),
    refusal(
        "too_frequent",
        "Vas demasiado rápido. Espera un momento.",
        "That is too fast. Wait a moment.",
    ),
    refusal(
        "too_many_rooms",
        "Creaste muchas salas seguidas. Espera un rato.",
        "You have made many rooms in a row. Wait a while.",
    ),
    refusal(
        "busy",
        "Otra orden llegó al mismo tiempo. Intenta otra vez.",
        "Another command came at the same time. Try again.",
    ),
    refusal(
        "unknown_rule_set",
        "El club no tiene esas reglas.",
        "The club does not have that rule set.",
    ),
    refusal(
        "unknown_clock",
        "El club no ofrece ese reloj.",
        "The club does not offer that clock.",
    ),
    refusal(
        "room_unknown",
        "Esta sala no existe.",
        "There is no such room.",
    ),
    refusal(
        "room_full",
        "La sala ya tiene sus dos jugadores.",
        "The room already has its two players.",
    ),
    refusal(
        "room_lapsed",
        "La invitación venció a las 24 horas. Crea otra sala.",
        "The invitation lapsed after 24 hours. Make another room.",
    ),
    refusal(
        "room_cancelled",
        "Quien creó la sala la canceló.",
        "The room was cancelled by its creator.",
    ),
    refusal(
        "room_started",
        "La primera partida de la sala ya empezó.",
        "The room's first game has already started.",
    ),
    refusal(
        "account_needed",
        "Para jugar por puntos necesitas una cuenta.",
        "Rated play needs an account.",
    ),
    refusal(
        "email_unverified",
        "Para jugar por puntos tienes que verificar tu correo.",
        "Rated play needs a verified e-mail address.",
    ),
    refusal(
        "terms_needed",
        "Para jugar por puntos tienes que aceptar los términos vigentes.",
        "Rated play needs the present terms accepted.",
    ),
    refusal(
        "account_suspended",
        "Tu cuenta está suspendida: por ahora no puede jugar por puntos.",
        "Your account is suspended: it cannot play rated games for now.",
    ),
    refusal(
        "not_rated",
        "Con estas reglas no se juega por puntos.",
        "This rule set is not open to rated play.",
    ),
    refusal(
        "already_playing",
        "Tienes una partida por puntos en juego. Termínala primero.",
        "You have a rated game running. Finish it first.",
    ),
    refusal(
        "already_waiting",
        "Ya estás buscando rival en otra parte.",
        "You are looking for a rival elsewhere already.",
    ),
    refusal(
        "already_paired",
        "Ya te espera un rival.",
        "A rival is waiting for you already.",
    ),
    refusal(
        "pairing_unknown",
        "Ese aviso ya no existe.",
        "There is no such notice any more.",
    ),
    refusal(
        "pairing_over",
        "Este aviso ya terminó. Nadie pierde nada.",
        "This notice is over. Nobody loses anything.",
    ),
    refusal(
        "no_levels",
        "Con estas reglas todavía no hay niveles.",
        "There are no levels yet with this rule set.",
    ),
    refusal(
        "too_many_levels",
        "Empezaste muchas partidas seguidas. Espera un rato.",
        "You have started many games in a row. Wait a while.",
    ),
    refusal(
        "wrong_mode",
        "Eso no se hace en una partida de este modo.",
        "That is not done in a game of this mode.",
    ),
    refusal(
        "game_unknown",
        "Esta partida no existe.",
        "There is no such game.",
    ),
    refusal(
        "not_yours",
        "Aquí no tienes lugar.",
        "You hold no seat here.",
    ),
    refusal(
        "stale",
        "La partida siguió. Mira cómo está ahora.",
        "The game has moved on. Look at it as it stands now.",
    ),
    refusal(
        "early",
        "Falta que llegue una jugada anterior. Se enviará otra vez.",
        "An earlier move has yet to arrive. It will be sent again.",
    ),
    refusal(
        "not_your_turn",
        "Juega tu rival.",
        "It is your rival's turn.",
    ),
    refusal("game_over", "La partida ya terminó.", "The game is over."),
    refusal(
        "time_up",
        "Tu reloj llegó a cero.",
        "Your clock has reached zero.",
    ),
    refusal(
        "game_running",
        "La partida sigue en juego.",
        "The game is still running.",
    ),
    refusal(
        "no_rematch",
        "Esta partida no tiene revancha. Puedes buscar otro rival.",
        "This game has no rematch. You may look for another rival.",
    ),
    refusal(
        "rematch_declined",
        "La revancha fue rechazada.",
        "The rematch was declined.",
    ),
    refusal(
        "offer_open",
        "Ya hay una oferta de tablas por responder.",
        "There is a draw offer to answer already.",
    ),
    refusal(
        "no_offer",
        "No hay oferta de tablas.",
        "There is no draw offer.",
    ),
    refusal(
        "own_offer",
        "La oferta es tuya: le toca responder a tu rival.",
        "The offer is yours: your rival has to answer it.",
    ),
    refusal(
        "offer_too_soon",
        "Puedes ofrecer tablas otra vez después de tu próxima jugada.",
        "You may offer a draw again after your next move.",
    ),
    refusal(
        "cancel_open",
        "Ya hay un pedido de cancelar por responder.",
        "There is a request to cancel to answer already.",
    ),
    refusal(
        "no_cancel",
        "No hay pedido de cancelar.",
        "There is no request to cancel.",
    ),
    refusal(
        "not_cancellable",
        "Una partida de este modo no se cancela.",
        "A game of this kind is not cancelled.",
    ),
    refusal(
        "own_cancel",
        "El pedido es tuyo: le toca responder a tu rival.",
        "The request is yours: your rival has to answer it.",
    ),
    refusal(
        "cancel_too_soon",
        "Puedes pedir otra vez que se cancele después de tu próxima jugada.",
        "You may ask to cancel again after your next move.",
    ),
    refusal(
        "not_flagged",
        "A nadie se le acabó el tiempo.",
        "Nobody's time is over.",
    ),
    refusal(
        "no_clock",
        "Esta partida no tiene reloj.",
        "This game has no clock.",
    ),
    refusal("over", "La partida ya terminó.", "The game is over."),
    refusal(
        "period_unknown",
        "No hay un período con esa fecha.",
        "There is no period of that date.",
    ),
    refusal(
        "revision_unknown",
        "Ese cierre no tiene esa revisión.",
        "That closing has no such revision.",
    ),
    refusal(
        "page_unknown",
        "Ese archivo no tiene tantas páginas.",
        "That file has not so many pages.",
    ),
    refusal(
        "account_unknown",
        "Nadie juega aquí con esa cuenta.",
        "Nobody plays here under that account.",
    ),
    refusal(
        "too_short",
        "Una jugada necesita una casilla de salida y una de llegada.",
        "A move needs a square to leave and one to reach.",
    ),
    refusal(
        "no_such_square",
        "El tablero no tiene la casilla {at}.",
        "The board has no square {at}.",
    ),
    refusal(
        "empty_square",
        "En la casilla {at} no hay pieza.",
        "There is no piece on square {at}.",
    ),
    refusal(
        "not_your_piece",
        "La pieza de la casilla {at} es de tu rival.",
        "The piece on square {at} is your rival's.",
    ),
    refusal(
        "occupied",
        "La casilla {at} está ocupada.",
        "Square {at} is occupied.",
    ),
    refusal(
        "not_on_a_line",
        "Esas casillas no están en una misma línea.",
        "Those squares are not on one line.",
    ),
    refusal(
        "not_reachable",
        "Esa pieza no llega ahí.",
        "That piece cannot get there.",
    ),
    refusal(
        "jumps_own",
        "Tu propia pieza de la casilla {at} estorba.",
        "Your own piece on square {at} is in the way.",
    ),
    refusal(
        "jumps_several",
        "En cada salto se captura una sola pieza.",
        "One jump takes exactly one piece.",
    ),
    refusal(
        "jumps_twice",
        "Una pieza ya capturada estorba.",
        "A piece already captured is in the way.",
    ),
    refusal(
        "backward_move",
        "La ficha no retrocede.",
        "A man does not move backwards.",
    ),
    refusal(
        "backward_capture",
        "La ficha no captura hacia atrás.",
        "A man does not capture backwards.",
    ),
    refusal(
        "turn_of_180",
        "En la cadena no puedes dar media vuelta.",
        "A chain may not turn back on itself.",
    ),
    refusal(
        "nothing_to_capture",
        "En ese salto no hay nada que capturar.",
        "That jump takes nothing.",
    ),
    refusal("must_capture", "Tienes que capturar.", "You must capture."),
    refusal(
        "more_capture_exists",
        "Hay una captura de {most} piezas.",
        "There is a capture of {most} pieces.",
    ),
    refusal(
        "more_kings_capture_exists",
        "Hay una captura igual de larga con {most} damas.",
        "There is a capture as long with {most} kings.",
    ),
    refusal(
        "chain_not_finished",
        "La cadena sigue: termina la captura.",
        "The chain goes on: finish the capture.",
    ),
    refusal(
        "crowning_ends_move",
        "La ficha se corona en la casilla {at} y ahí termina la jugada.",
        "The man is crowned on square {at} and its move ends there.",
    ),
    refusal(
        "king_must_land_where_it_continues",
        "La dama tiene que caer donde pueda seguir capturando.",
        "The king must land where it can go on capturing.",
    ),
    refusal(
        "ambiguous",
        "Varias capturas van de una casilla a la otra. Marca el camino.",
        "Several captures share those ends. Show the path.",
    ),
    refusal(
        "not_this_rule_set",
        "Estas reglas no lo permiten.",
        "This rule set does not allow it.",
    ),
    refusal(
        "nothing_to_huff",
        "No hay nada que soplar.",
        "There is nothing to huff.",
    ),
    refusal(
        "not_huffable",
        "Esa pieza no se puede soplar.",
        "That piece cannot be huffed.",
    ),
    refusal(
        "not_yet",
        "Con esa jugada la posición llevaría {occurrence} de las {needed} veces que hacen falta.",
        "With that move the position would have stood {occurrence} of the {needed} times it takes.",
    ),
    refusal(
        "plies_missing",
        "Jugadas que faltan para reclamar: {missing}.",
        "Moves still needed for a claim: {missing}.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_are_unique_and_sentences_complete() {
        let codes: BTreeSet<_> = REFUSALS.iter().map(|refusal| refusal.code).collect();
        assert_eq!(codes.len(), REFUSALS.len());
        for RefusalText { code, es, en } in REFUSALS {
            let named = |text: &str| {
                text.split('{')
                    .skip(1)
                    .filter_map(|rest| rest.split('}').next().map(str::to_owned))
                    .collect::<BTreeSet<_>>()
            };
            assert!(es.ends_with('.') && en.ends_with('.'), "{code}");
            assert_eq!(named(es), named(en), "{code}");
        }
    }
}
