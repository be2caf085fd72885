// SPDX-License-Identifier: Apache-2.0

/**
 * Loaded before the server (`node --import`). Makes its clock jump, like a machine's whose time is set. On SIGUSR2 it
 * reads the offset in milliseconds from the file named by CHAOS_CLOCK.
 */
import { readFileSync } from 'node:fs';

const file = process.env.CHAOS_CLOCK ?? '';
const RealDate = Date;
let offMs = 0;

class SteppedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + offMs);
    else super(...given);
  }
  static override now(): number {
    return RealDate.now() + offMs;
  }
}
// Passes the arguments on, because libraries pass a year, a month and a day.
globalThis.Date = new Proxy(SteppedDate, {
  construct: (_target, given: ConstructorParameters<typeof RealDate>, self) =>
    given.length > 1 ? Reflect.construct(RealDate, given, self) : Reflect.construct(SteppedDate, given, self),
}) as unknown as DateConstructor;

process.on('SIGUSR2', () => {
  offMs = Number(readFileSync(file, 'utf8'));
});
