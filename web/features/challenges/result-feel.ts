// SPDX-License-Identifier: Apache-2.0

/** Sound and vibration of a result, if wanted. Synthesised by code: nothing is fetched. */
import type { AttemptStatus } from '../../../contract/challenges.ts';
import { deviceStorage } from '../../lib/device-storage.ts';

const soundKey = 'resultSound';

/** [frequency in Hz, start in s, length in s] */
type Note = readonly [hertz: number, from: number, length: number];

const tunes: Partial<Record<AttemptStatus, readonly Note[]>> = {
  SUCCESS: [
    [523, 0, 0.16],
    [659, 0.13, 0.16],
    [784, 0.26, 0.16],
    [1047, 0.39, 0.5],
  ],
  FAILED: [
    [294, 0, 0.22],
    [220, 0.2, 0.45],
  ],
};
const loudness = 0.12;
const winVibrationMs = [40, 60, 40, 60, 140];

export function isMotionWanted(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Off until the player turns it on in this browser. */
export function isSoundOn(): boolean {
  return deviceStorage.getItem(soundKey) === 'on';
}

/** Returns false if this browser keeps nothing. */
export function turnSound(isOn: boolean): boolean {
  if (isOn) return deviceStorage.setItem(soundKey, 'on');
  deviceStorage.removeItem(soundKey);
  return true;
}

export function playTune(status: AttemptStatus): void {
  const tune = tunes[status];
  if (!tune) return;
  const context = new AudioContext();
  for (const [hertz, from, length] of tune) {
    const begin = context.currentTime + from;
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(loudness, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
  const last = Math.max(...tune.map(([, from, length]) => from + length));
  // A page that nobody has pressed yet stays silent, and its context must not wait for the first press and play then.
  setTimeout(() => void context.close(), last * 1000 + 100);
}

/** Sound if it is turned on; a phone vibrates on a win, if motion is wanted and the page has been touched. */
export function feelResult(status: AttemptStatus): void {
  if (isSoundOn()) playTune(status);
  const mayVibrate = navigator.userActivation?.hasBeenActive && isMotionWanted();
  if (status === 'SUCCESS' && mayVibrate) navigator.vibrate?.(winVibrationMs);
}
