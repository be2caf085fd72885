// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { renderMail } from './render.ts';

const look = { brandName: 'Ring & Co', supportEmail: 'help@ring.test', supportPhone: '+1 555 0100' };
const content = {
  subject: 'Your cards',
  preview: 'For you',
  title: 'Ready <now>',
  paragraphs: ['One "two"', "<script>alert('x')</script>"],
  rows: [
    { label: 'PSN <10>', value: '100 GC' },
    { label: 'Total', value: '100 GC', isTotal: true },
  ],
  action: { label: 'Open', url: 'https://ring.test/profile?a=1&b="2"' },
  notes: ['Small print'],
};

it('a mail has the same content as text and as HTML', () => {
  const { text, html, subject } = renderMail(content, look);
  expect(subject).toBe('Your cards');
  for (const part of ['Ready', 'PSN', '100 GC', 'Total', 'Small print', 'help@ring.test', '+1 555 0100']) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).toContain('Open: https://ring.test/profile?a=1&b="2"');
  expect(text).toContain('PSN <10>: 100 GC');
});

it('escapes all input, and loads and runs nothing', () => {
  const { html } = renderMail(content, look);
  expect(html).not.toMatch(/<script|<img|<link|url\(|javascript:/i);
  expect(html).toContain('&#60;script&#62;');
  expect(html).toContain('href="https://ring.test/profile?a=1&#38;b=&#34;2&#34;"');
  expect(html).toContain('Ring &#38; Co');
});
