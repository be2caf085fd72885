// SPDX-License-Identifier: Apache-2.0

import discord from './marks/discord.svg';
import google from './marks/google.svg';

const marks = { google: { src: google, width: 20 }, discord: { src: discord, width: 26 } };

/**
 * The logo of a sign-in provider, following its brand rules: its own colours and shape, without anything on it.
 * Google's is on white; Discord's is white on dark or on their blue.
 */
export function Mark({ of }: { of: keyof typeof marks }) {
  return <img {...marks[of]} height={20} alt="" className="h-5 shrink-0" />;
}
