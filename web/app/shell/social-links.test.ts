// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { toSocialLink } from './social-links.ts';

it.each([
  ['https://discord.gg/ring', 'Discord', 'chat'],
  ['https://www.youtube.com/@ring', 'YouTube', 'video'],
  ['https://discord.com/invite/ring', 'Discord', 'chat'],
  ['https://t.me/ring', 'Telegram', 'chat'],
  ['https://www.reddit.com/r/ring', 'Reddit', 'chat'],
  ['https://youtu.be/ring', 'YouTube', 'video'],
  ['https://www.tiktok.com/@ring', 'TikTok', 'video'],
  ['https://twitch.tv/ring', 'Twitch', 'broadcast'],
  ['https://kick.com/ring', 'Kick', 'broadcast'],
  ['https://x.com/ring', 'X', 'post'],
  ['https://twitter.com/ring', 'X', 'post'],
  ['https://instagram.com/ring', 'Instagram', 'post'],
  ['https://facebook.com/ring', 'Facebook', 'post'],
  ['https://awww.example/ring', 'awww.example', 'post'],
  ['https://social.example/@ring', 'social.example', 'post'],
])('recognizes %s as %s', (href, name, kind) => expect(toSocialLink(href)).toEqual({ href, name, kind }));
