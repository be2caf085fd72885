import { expect, it } from 'vitest';
import { toSocialLink } from './social-links.ts';

it.each([
  ['https://discord.gg/ring', 'Discord', 'chat'],
  ['https://www.youtube.com/@ring', 'YouTube', 'video'],
  ['https://x.com/ring', 'X', 'post'],
  ['https://social.example/@ring', 'social.example', 'post'],
])('names %s %s', (href, name, kind) => expect(toSocialLink(href)).toEqual({ href, name, kind }));
