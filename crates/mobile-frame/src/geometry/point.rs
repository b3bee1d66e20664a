//! Points of the plane, which are also used as vectors.

use std::ops::{Add, Mul, Neg, Sub};

/// A point or a vector of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// The origin.
    pub const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

    /// Creates a point from its coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Returns the scalar product.
    #[inline]
    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns the third component of the vector product: positive if `other` is turned left of `self`.
    #[inline]
    pub fn cross(self, other: Point) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Returns the length of the vector. A plain square root gives the same bits on every machine.
    #[inline]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Returns the distance between two points.
    #[inline]
    pub fn distance(self, other: Point) -> f64 {
        (other - self).length()
    }

    /// Returns the square of the distance between two points.
    #[inline]
    pub fn distance_squared(self, other: Point) -> f64 {
        let between = other - self;
        between.dot(between)
    }

    /// Returns the point at share `t` of the way to `other`.
    #[inline]
    pub fn lerp(self, other: Point, t: f64) -> Point {
        self + (other - self) * t
    }

    /// Returns the vector of length 1 in the same direction; `None` for the zero vector.
    #[inline]
    pub fn unit(self) -> Option<Point> {
        let length = self.length();
        (length > 0.0).then(|| self * (1.0 / length))
    }

    /// Returns the vector turned left by a right angle.
    #[inline]
    pub fn left(self) -> Point {
        Point::new(-self.y, self.x)
    }

    /// Returns the smaller of each coordinate.
    #[inline]
    pub fn min(self, other: Point) -> Point {
        Point::new(self.x.min(other.x), self.y.min(other.y))
    }

    /// Returns the larger of each coordinate.
    #[inline]
    pub fn max(self, other: Point) -> Point {
        Point::new(self.x.max(other.x), self.y.max(other.y))
    }

    /// Returns true if both coordinates are finite numbers.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point::new(-self.x, -self.y)
    }
}

impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Point {
        Point::new(x, y)
    }
}
