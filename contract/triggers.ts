// SPDX-License-Identifier: Apache-2.0

/** The promotions' triggers, each with what the player must do: the eight of the product specification (section 3). */
export const deeds = {
  COMPLETE_CHALLENGE: 'Finish a challenge, won or lost',
  FIRST_LOGIN: 'Sign in for the first time',
  FIRST_LOGIN_GOOGLE: 'Sign in with Google for the first time',
  FIRST_LOGIN_DISCORD: 'Sign in with Discord for the first time',
  REFER_FRIEND: 'Invite a friend who finishes a first challenge',
  BUY_COINS: 'Buy a coin package by card',
  EARN_XP: 'Earn XP from a challenge or a coin package',
  ACTIVITY_WEEKLY: 'Earn XP by playing while the event runs. Most XP wins',
};

export type Trigger = keyof typeof deeds;
/** In display order. */
export const triggers = Object.keys(deeds) as [Trigger, ...Trigger[]];
