//! The function `admin-invalidate`.

use damero_lambda::{clerks, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(clerks::admin_invalidate).await
}
