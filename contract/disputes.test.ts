// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { disputeInput } from './disputes.ts';

const isTaken = (link: string) => disputeInput.safeParse({ words: 'It was a win, look at it', link }).success;

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://videos.org/x',
  'videos.org/x',
  '//videos.org/x',
  'https://127.0.0.1/x',
  'https://0x7f.1/x',
  'https://2130706433/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'https://localhost/x',
  'https://shop.localhost/x',
  'https://finalring.local/x',
  'https://metadata.google.internal/x',
  'https://intranet/x',
  'https://my_videos.org/x',
  'https://LOCALHOST./x',
  'https://printer.lan./x',
  'https://me:secret@videos.org/x',
  'https://videos.org:8443/x',
  'https://videos.org/x\u0000',
])('refuses a link to %s', (link) => {
  expect(isTaken(link)).toBe(false);
});

it('accepts a link that anybody can open, and no link', () => {
  for (const link of [
    '',
    'https://videos.org/watch?v=1#t=10',
    ' https://www.video.co.uk/x ',
    'https://local.test.videos.org/x',
    'https://bücher.de/x',
  ])
    expect([link, isTaken(link)]).toEqual([link, true]);
});
