//! Directions around a frame.

use crate::geometry::Point;

/// Sixteen directions around a frame, as literals: run-time sines differ between machines.
pub const DIRECTIONS: [Point; 16] = {
    const A: f64 = 0.923_879_532_511_286_7;
    const B: f64 = 0.382_683_432_365_089_8;
    const C: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const fn p(x: f64, y: f64) -> Point {
        Point { x, y }
    }
    [
        p(1.0, 0.0),
        p(A, B),
        p(C, C),
        p(B, A),
        p(0.0, 1.0),
        p(-B, A),
        p(-C, C),
        p(-A, B),
        p(-1.0, 0.0),
        p(-A, -B),
        p(-C, -C),
        p(-B, -A),
        p(0.0, -1.0),
        p(B, -A),
        p(C, -C),
        p(A, -B),
    ]
};
