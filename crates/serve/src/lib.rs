//! A server of the lab on this machine: the page, and the answers to its questions.
//!
//! `GET /` and the files that it names are the page of `crates/page/lab`. `POST /ask` answers a question, JSON in and
//! JSON out ([`hitchart_ask::ask`]). The server listens on the loopback address only. It refuses requests that name
//! another host, which a web site could make with its name for this address, and requests from other origins.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//!
//! static STOP: AtomicBool = AtomicBool::new(false);
//! hitchart_serve::serve(4816, &STOP, |address| eprintln!("http://{address}/"))?;
//! # Ok::<(), hitchart_serve::ServeError>(())
//! ```

#![deny(unsafe_code)]
#![warn(missing_docs)]

mod guard;
mod page;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, body::Bytes, middleware::from_fn_with_state};
use hitchart_ask::{Asking, ask, takes_long};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{sync::Arc, time::Duration};
use tokio::time::{sleep, timeout};
use tokio::{net::TcpListener, sync::Semaphore};

/// Most bytes of a question: a scenario with the counts of its units of work.
const MAX_QUESTION: usize = 16 << 20;

/// Most questions that wait for an answer or for a free thread; further ones are refused.
const MAX_WAITING: usize = 256;

/// Largest question that is parsed to find out if its answer takes long. Larger ones have counts of games.
const PARSED: usize = 64 << 10;

/// Time for a question to arrive.
const ARRIVAL: Duration = Duration::from_secs(20);

/// Time for an answer; a longer question is stopped.
const ANSWER: Duration = Duration::from_secs(15 * 60);

/// Interval at which the server checks whether it is stopped.
const TICK: Duration = Duration::from_millis(50);

/// Reason why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The port is not free, or may not be used.
    #[error("cannot listen on port {port}: {cause}; --port 0 takes a free one")]
    Port {
        /// Number of the port.
        port: u16,
        /// Reason.
        cause: std::io::Error,
    },
    /// The system refused threads or connections.
    #[error("cannot serve: {0}")]
    Failed(#[from] std::io::Error),
}

/// State that the handlers share.
struct Shared {
    /// Permits for long answers at the same time.
    long: Semaphore,
    /// Permits for short answers at the same time: these do not wait for long ones.
    short: Semaphore,
    /// Permits for questions that are here.
    waiting: Arc<Semaphore>,
    policy: String,
}

/// Serves the page and its questions until `stop` is set. `ready` is called with the address once the server listens.
///
/// # Errors
/// Fails if the port is not free, and if the system refuses threads.
pub fn serve(port: u16, stop: &AtomicBool, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_io().enable_time().build()?;
    let served = runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = TcpListener::bind(address).await.map_err(|cause| ServeError::Port { port, cause })?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            long: Semaphore::new(cores),
            short: Semaphore::new(cores),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
            policy: page::policy(),
        });
        ready(address);
        tokio::select! {
            served = axum::serve(listener, router(shared, address)) => served.map_err(ServeError::Failed),
            () = until(stop) => Ok(()),
        }
    });
    // Answers that are still computed end with the process.
    runtime.shutdown_background();
    served
}

async fn until(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(TICK).await;
    }
}

fn router(shared: Arc<Shared>, address: SocketAddr) -> Router {
    Router::new()
        .route("/", get(page::index))
        .route("/{*file}", get(page::file))
        .route("/ask", post(answer))
        .layer(DefaultBodyLimit::max(MAX_QUESTION))
        .layer(from_fn_with_state(address, guard::check))
        .with_state(shared)
}

/// Sets a flag when a request ends, also if its reader has gone away.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Answers a question.
async fn answer(State(shared): State<Arc<Shared>>, request: axum::extract::Request) -> Response {
    let Ok(_waiting) = shared.waiting.clone().try_acquire_owned() else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, "too many questions at once");
    };
    if !guard::is_json(request.headers()) {
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a question is application/json");
    }
    let question = match timeout(ARRIVAL, body(request)).await {
        Ok(Ok(question)) => question,
        Ok(Err(refusal)) => return refusal,
        Err(_) => return refused(StatusCode::REQUEST_TIMEOUT, "the question took too long to arrive"),
    };
    let permits = if is_long(&question) { &shared.long } else { &shared.short };
    let Ok(_permit) = permits.acquire().await else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, "the server ends");
    };
    let stop = Arc::new(AtomicBool::new(false));
    let _on_drop = StopOnDrop(stop.clone());
    let watched = stop.clone();
    let work = tokio::task::spawn_blocking(move || {
        let question = String::from_utf8_lossy(&question);
        ask(&question, &Asking::data(&watched))
    });
    let Ok(text) = timeout(ANSWER, work).await.unwrap_or_else(|_| Ok(STOPPED.to_owned())) else {
        return refused(StatusCode::INTERNAL_SERVER_ERROR, "a fault of the program ended the answer");
    };
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], text).into_response()
}

/// Returns true if the answer to a question may take long. An answer to malformed text is short.
fn is_long(question: &[u8]) -> bool {
    question.len() > PARSED || serde_json::from_slice(question).is_ok_and(|question| takes_long(&question))
}

/// Answer to a question that took too long.
const STOPPED: &str = r#"{"version":1,"ok":false,"error":{"kind":"stopped","message":"stopped: the answer took longer than 15 minutes"}}"#;

async fn body(request: axum::extract::Request) -> Result<Bytes, Response> {
    use axum::extract::FromRequest;
    Bytes::from_request(request, &()).await.map_err(IntoResponse::into_response)
}

fn refused(status: StatusCode, reason: &'static str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], reason).into_response()
}
