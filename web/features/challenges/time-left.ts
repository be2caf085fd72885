// SPDX-License-Identifier: Apache-2.0

export interface TimeLeft {
  /** Share of the time to start a match that is left: 1 at entry, 0 when it is over. */
  share: number;
  /** The time alone, for the middle of the ring: "23" and "min". */
  figure: string;
  unit: 'min' | 's';
  text: string;
  over: boolean;
}

/**
 * How much time is left to start a match. Both ends are the server's timestamps, so that a scaled-down sandbox needs no rule
 * of its own here. `nowMs` is the current time in milliseconds.
 */
export function timeLeft(attempt: { startedAt: string; startBy: string }, nowMs: number): TimeLeft {
  const end = Date.parse(attempt.startBy);
  const whole = end - Date.parse(attempt.startedAt);
  const leftMs = Math.max(0, end - nowMs);
  if (leftMs === 0) {
    return { share: 0, figure: '0', unit: 's', text: 'Waiting for your stats to catch up', over: true };
  }
  const share = whole > 0 ? Math.min(1, leftMs / whole) : 0;
  // Rounded up, so that "1 min" never means that nothing is left.
  const seconds = Math.ceil(leftMs / 1000);
  const unit = seconds < 60 ? 's' : 'min';
  const figure = String(unit === 's' ? seconds : Math.ceil(seconds / 60));
  return { share, figure, unit, text: `${figure} ${unit} left to start a match`, over: false };
}
