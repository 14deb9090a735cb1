//! The function `levels-get`.

use damero_lambda::{actions, handlers, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(
        env!("CARGO_BIN_NAME"),
        handlers::action::<actions::LevelsGet>,
    )
    .await
}
