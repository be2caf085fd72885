// SPDX-License-Identifier: Apache-2.0

import discord from './marks/discord.svg';
import google from './marks/google.svg';

const marks = { google: { src: google, width: 20 }, discord: { src: discord, width: 26 } };

/**
 * The mark of a company that players sign in with, as its brand rules want it: in its own colours and shape, with nothing on
 * it. Google's stands on white, Discord's white one on dark or on their blue.
 */
export function Mark({ of }: { of: keyof typeof marks }) {
  return <img {...marks[of]} height={20} alt="" className="h-5 shrink-0" />;
}
