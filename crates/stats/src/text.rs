//! Numbers, shares and estimates as text, with as many digits as their intervals allow. NaN is `unknown`.

use crate::Estimate;
use std::fmt;

/// A mean with its interval: `5.83 (5.71 to 5.95)`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&number_within(self.point, self.interval))
    }
}

impl Estimate {
    /// Formats a share: `50% (46 to 54%)`.
    pub fn percent(&self) -> String {
        percent_within(self.point, self.interval)
    }

    /// Formats a difference of means: `+0.25 (+0.06 to +0.44)`.
    pub fn signed(&self) -> String {
        signed_within(self.point, self.interval)
    }

    /// Formats a difference of shares: `+10 points (+8 to +12)`.
    pub fn in_points(&self) -> String {
        points_within(self.point, self.interval)
    }

    /// Formats a difference of chances as [`Estimate::in_points`] does, where points alone would be those of a score.
    pub fn in_percentage_points(&self) -> String {
        difference_within(self.point, self.interval, "percentage points")
    }
}

/// Text of a number that is NaN: there are no data, or data that allow no estimate.
const UNDEFINED: &str = "unknown";
/// Text after an estimate that has no bounded interval.
const UNKNOWN: &str = "interval unknown: too few games";

/// Returns the decimals that show an uncertainty: one significant digit of half the width, or two if the first is a 1
/// or a 2. `None` if the interval has no width.
fn decimals_of((low, high): (f64, f64)) -> Option<usize> {
    const MOST: f64 = 6.0;
    let half = (high - low) / 2.0;
    if half <= 0.0 {
        return None;
    }
    let place = half.log10().floor();
    let first = half / 10f64.powf(place);
    let digits = -place + if first < 3.0 { 1.0 } else { 0.0 };
    Some(digits.clamp(0.0, MOST) as usize)
}

/// Formats a number with `decimals` decimals, and with thousands separators from five digits on; a number that rounds to
/// 0 has no sign.
fn fixed(x: f64, decimals: usize) -> String {
    if x.is_nan() {
        return UNDEFINED.to_owned();
    }
    let text = format!("{:.decimals$}", x.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let sign = if x < 0.0 && text.bytes().any(|b| matches!(b, b'1'..=b'9')) { "-" } else { "" };
    let is_long = whole.len() > 4 && x.is_finite();
    let separator = |at: usize| if is_long && at > 0 && (whole.len() - at).is_multiple_of(3) { "," } else { "" };
    let whole: String = whole.char_indices().map(|(at, digit)| format!("{}{digit}", separator(at))).collect();
    format!("{sign}{whole}{rest}")
}

/// Formats as `fixed` does, with a plus before a number that is positive after rounding.
fn signed_fixed(x: f64, decimals: usize) -> String {
    let text = fixed(x, decimals);
    if text.starts_with('-') || x.is_nan() || text == fixed(0.0, decimals) { text } else { format!("+{text}") }
}

/// Removes trailing zeros after the decimal point.
fn trimmed(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Formats an exact number with three significant digits, such as `1.38` or `0.0123`; integer digits are always
/// complete: `12,346`.
pub fn number(x: f64) -> String {
    const DIGITS: f64 = 3.0;
    if x == 0.0 || !x.is_finite() {
        return fixed(x, 0);
    }
    let decimals = (DIGITS - 1.0 - x.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    trimmed(fixed(x, decimals))
}

/// Formats an exact share in percent. The smaller of the share and its complement gets two significant digits from 1%
/// on, and one below: `73%`, `1.4%`, `0.4%`, `99.6%`, `under 0.000001%`.
pub fn percent(share: f64) -> String {
    // A smaller complement of a share is rounding.
    const NOISE: f64 = 1e-13;
    let rest = 1.0 - share;
    percent_of(share, if rest.abs() < NOISE { 0.0 } else { rest })
}

/// Formats an exact share in percent as [`percent`] does. The complement is that of the share, without rounding: only a
/// share with the complement 0 is 100%.
pub fn percent_of(share: f64, complement: f64) -> String {
    const LEAST: f64 = 1e-6;
    if share.is_nan() {
        return UNDEFINED.to_owned();
    }
    let side = share.abs().min(complement.abs()) * 100.0;
    if side > 0.0 && side < LEAST {
        return if share > 0.5 { "over 99.999999%" } else { "under 0.000001%" }.to_owned();
    }
    if side == 0.0 {
        return fixed(share * 100.0, 0) + "%";
    }
    let place = side.log10().floor();
    let decimals = if place == 0.0 { 1.0 } else { -place };
    trimmed(fixed(share * 100.0, decimals as usize)) + "%"
}

/// Formats a share with its interval: `50% (46 to 54%)`.
pub fn percent_within(share: f64, interval: (f64, f64)) -> String {
    let (low, high) = (interval.0 * 100.0, interval.1 * 100.0);
    if share.is_nan() {
        return UNDEFINED.to_owned();
    }
    if !(low.is_finite() && high.is_finite()) {
        return format!("{} ({UNKNOWN})", percent(share));
    }
    match decimals_of((low, high)) {
        None => percent(share),
        Some(d) => format!("{}% ({} to {}%)", fixed(share * 100.0, d), fixed(low, d), fixed(high, d)),
    }
}

/// Formats a difference of shares in percentage points with its interval: `+10 points (+8 to +12)`.
pub fn points_within(difference: f64, interval: (f64, f64)) -> String {
    difference_within(difference, interval, "points")
}

fn difference_within(difference: f64, interval: (f64, f64), unit: &str) -> String {
    let (low, high) = (interval.0 * 100.0, interval.1 * 100.0);
    let difference = difference * 100.0;
    if difference.is_nan() {
        return UNDEFINED.to_owned();
    }
    if !(low.is_finite() && high.is_finite()) {
        return format!("{} {unit} ({UNKNOWN})", signed_fixed(difference, 0));
    }
    match decimals_of((low, high)) {
        None => format!("{} {unit}", signed_fixed(difference, 1)),
        Some(d) => {
            let d = decimals_with_signs(d, (low, high));
            format!("{} {unit} ({} to {})", signed_fixed(difference, d), signed_fixed(low, d), signed_fixed(high, d))
        }
    }
}

/// Formats a mean with its interval: `5.83 (5.71 to 5.95)`.
pub fn number_within(x: f64, interval: (f64, f64)) -> String {
    within(x, interval, false)
}

/// Formats a difference with its interval: `+0.25 (+0.06 to +0.44)`.
pub fn signed_within(x: f64, interval: (f64, f64)) -> String {
    within(x, interval, true)
}

fn within(x: f64, (low, high): (f64, f64), is_difference: bool) -> String {
    let show = if is_difference { signed_fixed } else { fixed };
    if x.is_nan() {
        return UNDEFINED.to_owned();
    }
    match (low.is_finite(), high.is_finite()) {
        (true, true) => {}
        // Without an interval, the size of the number sets its decimals.
        (false, false) => {
            let d = if x.abs() < 10.0 { 2 } else { usize::from(x.abs() < 100.0) };
            return format!("{} ({UNKNOWN})", show(x, d));
        }
        (true, false) => {
            let d = decimals_of((low, x)).unwrap_or(0);
            return format!("{} ({} or more)", show(x, d), show(low, d));
        }
        (false, true) => {
            let d = decimals_of((x, high)).unwrap_or(0);
            return format!("{} ({} or less)", show(x, d), show(high, d));
        }
    }
    match decimals_of((low, high)) {
        None => trimmed(show(x, 3)),
        Some(d) => {
            let d = if is_difference { decimals_with_signs(d, (low, high)) } else { d };
            format!("{} ({} to {})", show(x, d), show(low, d), show(high, d))
        }
    }
}

/// Returns up to two more decimals if a bound of a difference would round to 0: readers look for its sign.
fn decimals_with_signs(decimals: usize, (low, high): (f64, f64)) -> usize {
    let vanishes = |d: usize| [low, high].iter().any(|x| *x != 0.0 && fixed(x.abs(), d) == fixed(0.0, d));
    (decimals..decimals + 2).find(|d| !vanishes(*d)).unwrap_or(decimals + 2)
}

/// Formats a p-value: `p < 0.001`, or three decimals below 0.1 and two above; `p unknown` if it is NaN.
pub fn p_value(p: f64) -> String {
    const LEAST: f64 = 0.001;
    match p {
        p if p.is_nan() => format!("p {UNDEFINED}"),
        p if p < LEAST => "p < 0.001".to_owned(),
        p if p < 0.1 => format!("p = {}", trimmed(format!("{p:.3}"))),
        p => format!("p = {p:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_as_many_digits_as_their_intervals_allow() {
        assert_eq!(percent_within(0.502, (0.462, 0.542)), "50% (46 to 54%)");
        assert_eq!(percent_within(0.516, (0.487, 0.544)), "51.6% (48.7 to 54.4%)");
        assert_eq!(percent_within(0.001, (0.0004, 0.0022)), "0.10% (0.04 to 0.22%)");
        assert_eq!(points_within(-0.1, (-0.12, -0.08)), "-10.0 points (-12.0 to -8.0)");
        assert_eq!(points_within(0.0, (-0.05, 0.04)), "0 points (-5 to +4)");
        assert!(percent_within(0.5, (f64::NEG_INFINITY, f64::INFINITY)).contains("unknown"));
        assert!(signed_within(0.5, (f64::NEG_INFINITY, f64::INFINITY)).contains("unknown"));
        assert_eq!(signed_within(-1533.12, (f64::NEG_INFINITY, f64::INFINITY)), format!("-1533 ({UNKNOWN})"));
        assert_eq!(signed_within(131.0, (-64.0, f64::INFINITY)), "+131 (-64 or more)");
        assert_eq!(signed_within(-131.0, (f64::NEG_INFINITY, 64.0)), "-131 (+64 or less)");
    }

    #[test]
    fn exact_numbers_have_three_digits_and_no_interval() {
        let texts = [0.0, 1.3812, 0.01234, 12_345.6, -2.5].map(number);
        assert_eq!(texts, ["0", "1.38", "0.0123", "12,346", "-2.5"]);
        assert_eq!([0.0, 0.734, 0.0041, 0.9958, 1.0, 0.5].map(percent), ["0%", "73%", "0.4%", "99.6%", "100%", "50%"]);
        assert_eq!(percent_within(0.734, (0.734, 0.734)), "73%");
    }

    #[test]
    fn means_and_p_values() {
        assert_eq!(number_within(5.832, (5.71, 5.954)), "5.83 (5.71 to 5.95)");
        assert_eq!(signed_within(0.249, (0.055, 0.443)), "+0.25 (+0.06 to +0.44)");
        assert_eq!(signed_within(2.9, (-0.03, 5.87)), "+2.90 (-0.03 to +5.87)");
        assert_eq!(signed_within(2.9, (0.03, 5.87)), "+2.90 (+0.03 to +5.87)");
        assert!(points_within(-0.001, (-0.2, 0.2)).starts_with("0 points"), "a rounded zero has no sign");
        assert_eq!(p_value(f64::NAN), "p unknown");
        assert_eq!([1e-9, 0.0123, 0.04, 0.5].map(p_value), ["p < 0.001", "p = 0.012", "p = 0.04", "p = 0.50"]);
    }

    #[test]
    fn a_number_that_is_nan_is_unknown() {
        let any = (0.0, 1.0);
        let all = (f64::NEG_INFINITY, f64::INFINITY);
        for interval in [any, all] {
            for format in [percent_within, points_within, number_within, signed_within] {
                assert_eq!(format(f64::NAN, interval), UNDEFINED);
            }
        }
        assert_eq!([number(f64::NAN), percent(f64::NAN)], [UNDEFINED; 2]);
    }

    #[test]
    fn estimates_write_themselves() {
        let estimate =
            Estimate { point: 12_345.6, standard_error: 1.0, interval: (12_343.6, 12_347.6), n: 9, observations: 9 };
        assert_eq!(estimate.to_string(), "12,345.6 (12,343.6 to 12,347.6)");
        assert_eq!(format!("{estimate:>33}"), "  12,345.6 (12,343.6 to 12,347.6)");
    }
}
