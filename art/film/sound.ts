// SPDX-License-Identifier: Apache-2.0

/**
 * The film's sound: a pad that breathes, a low pulse, wind, and a bell when a ring arrives. Every part repeats after
 * exactly one round, so the loop has no seam: tones swing a whole number of times in it, and noise is filtered in a
 * circle.
 */
import { mix, randomFrom, smoothstep } from '../noise.ts';
import { film } from './timeline.ts';

export const sampleRate = 48_000;
const seconds = film.frames / film.framesPerSecond;
const count = sampleRate * seconds;
/** Loud enough beside a game, never more: the highest peak. */
const peak = 0.42;

/** The nearest pitch that swings a whole number of times in the film. */
const wholeSwings = (hertz: number) => Math.round(hertz * seconds) / seconds;

type Channels = readonly [left: Float32Array, right: Float32Array];

/** D minor with a ninth, low and wide. */
const chord = [73.42, 110, 146.83, 174.61, 220, 329.63];

function addPad([left, right]: Channels): void {
  chord.forEach((hertz, voice) => {
    const level = 0.16 / (1 + voice * 0.55);
    for (const [detuned, channel] of [
      [-1, left],
      [0, left],
      [0, right],
      [1, right],
    ] as const) {
      const pitch = wholeSwings(hertz) + detuned / seconds;
      for (let at = 0; at < count; at++) {
        const time = at / sampleRate;
        const breath = 0.62 + 0.38 * Math.sin(2 * Math.PI * (time / seconds + voice / chord.length));
        const phase = 2 * Math.PI * pitch * time + voice;
        const tone = Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.08 * Math.sin(3 * phase);
        channel[at] = (channel[at] as number) + level * breath * tone;
      }
    }
  });
}

/** Two beats of a low drum every two seconds; the rings close to it. */
function addPulse(channels: Channels): void {
  for (let beat = 0; beat < seconds / 2; beat++) {
    addStroke(channels, beat * 2, 0.5);
    addStroke(channels, beat * 2 + 0.34, 0.26);
  }
}

function addStroke(channels: Channels, start: number, level: number): void {
  for (let at = 0; at < sampleRate; at++) {
    const time = at / sampleRate;
    const pitch = 44 * time + 1.1 * (1 - Math.exp(-time * 28));
    const shape = smoothstep(0, 0.012, time) * Math.exp(-time * 5.2) * (1 - smoothstep(0.8, 1, time));
    const place = (Math.round(start * sampleRate) + at) % count;
    for (const channel of channels) {
      channel[place] = (channel[place] as number) + level * shape * Math.sin(2 * Math.PI * pitch);
    }
  }
}

function addWind(channels: Channels): void {
  channels.forEach((channel, side) => {
    const random = randomFrom(91 + side);
    const noise = Float32Array.from({ length: count }, () => random() * 2 - 1);
    let low = 0;
    let lower = 0;
    // Twice round: the second time the filter comes from the end of the noise, as the loop will.
    for (let step = 0; step < count * 2; step++) {
      const at = step % count;
      const opening = mix(
        0.014,
        0.05,
        0.5 - 0.5 * Math.cos((2 * Math.PI * (at + side * 0.2 * count)) / count),
      );
      low += opening * ((noise[at] as number) - low);
      lower += opening * (low - lower);
      if (step >= count) channel[at] = (channel[at] as number) + 1.1 * lower;
    }
  });
}

/** When the innermost ring is reached. */
function addBell([left, right]: Channels): void {
  const start = Math.round(0.8 * count);
  const partials = [587.33, 880, 1318.51, 1760];
  for (let at = 0; at < count; at++) {
    const time = at / sampleRate;
    const shape =
      smoothstep(0, 0.05, time) * Math.exp(-time * 1.3) * (1 - smoothstep(seconds - 2, seconds, time));
    const tone = partials.reduce(
      (sum, hertz, index) =>
        sum + (Math.sin(2 * Math.PI * hertz * time) * Math.exp(-time * index)) / (1 + index),
      0,
    );
    const place = (start + at) % count;
    left[place] = (left[place] as number) + 0.07 * shape * tone;
    right[place] = (right[place] as number) + 0.09 * shape * tone;
  }
}

/** @returns samples of both sides in turn, between -1 and 1. */
export function composeSound(): Float32Array {
  const channels: Channels = [new Float32Array(count), new Float32Array(count)];
  addPad(channels);
  addPulse(channels);
  addWind(channels);
  addBell(channels);
  const [left, right] = channels;
  let loudest = 0;
  for (let at = 0; at < count; at++) {
    loudest = Math.max(loudest, Math.abs(left[at] as number), Math.abs(right[at] as number));
  }
  const scale = peak / loudest;
  return Float32Array.from({ length: count * 2 }, (_, index) => {
    const channel = index % 2 === 0 ? left : right;
    return (channel[index >> 1] as number) * scale;
  });
}
