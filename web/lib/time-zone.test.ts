// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { quietHours } from '../../contract/notification-settings.ts';
import { getTimeZone, toOffsetZone } from './time-zone.ts';

const at = (minutes: number) => ({ getTimezoneOffset: () => minutes }) as Date;

describe('the time zone of quiet hours', () => {
  it('is what the browser reports', () => {
    expect(getTimeZone('Europe/Berlin', at(-60))).toBe('Europe/Berlin');
  });

  it.each(['Etc/Unknown', '', 'Nowhere/Land', undefined])(
    'is the offset when the browser reports %j',
    (reported) => {
      expect(getTimeZone(reported ?? '', at(-330))).toBe('+05:30');
    },
  );

  it.each([
    [0, '+00:00'],
    [-60, '+01:00'],
    [300, '-05:00'],
    [210, '-03:30'],
  ])('for %i minutes is %s, which the server accepts', (minutes, zone) => {
    expect(toOffsetZone(minutes)).toBe(zone);
    const hours = { from: '22:00', until: '08:00', timeZone: zone };
    expect(quietHours.parse(hours)).toEqual(hours);
  });
});
