// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { Person } from '../identity/person.ts';

/** The body of `GET /users/@me` with all scopes, with the same keys as an answer recorded in 2024. */
export interface DiscordUser {
  id: string;
  username: string;
  avatar: string | null;
  discriminator: string;
  public_flags: number;
  premium_type: number;
  flags: number;
  banner: string | null;
  accent_color: number | null;
  global_name: string | null;
  avatar_decoration_data: null;
  banner_color: string | null;
  mfa_enabled: boolean;
  locale: string;
  email: string;
  verified: boolean;
}

export interface DiscordUsers {
  remember(person: Person): DiscordUser;
  byEmail(email: string): DiscordUser;
  byId(id: string): DiscordUser | undefined;
}

/** Discord users. The id depends only on the account, so it stays the same when the address changes. */
export function discordUsers(): DiscordUsers {
  const users = new Map<string, DiscordUser>();
  const remember = (person: Person): DiscordUser => {
    const user = toUser(person);
    users.set(user.id, user);
    return user;
  };
  return {
    remember,
    byEmail: (email) => {
      const known = users.get(toSnowflake(email));
      if (known) return known;
      const name = email.split('@')[0] ?? email;
      return remember({ account: email, email, name, isEmailVerified: true });
    },
    byId: (id) => users.get(id),
  };
}

function toUser({ account, email, name, isEmailVerified }: Person): DiscordUser {
  return {
    id: toSnowflake(account),
    username: toUsername(name, email),
    avatar: null,
    discriminator: '0',
    public_flags: 0,
    premium_type: 0,
    flags: 0,
    banner: null,
    accent_color: null,
    global_name: name,
    avatar_decoration_data: null,
    banner_color: null,
    mfa_enabled: false,
    locale: 'en-US',
    email,
    verified: isEmailVerified,
  };
}

/** An 18-digit snowflake, sent as a string because it doesn't fit into a JavaScript number. */
function toSnowflake(account: string): string {
  const digest = createHash('sha256').update(`discord:${account.toLowerCase()}`).digest();
  return String(10n ** 17n + (digest.readBigUInt64BE(0) % (9n * 10n ** 17n)));
}

function toUsername(name: string, email: string): string {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_.]/g, '');
  const username = plain(name) || plain(email.split('@')[0] ?? '');
  return username.slice(0, 32).padEnd(2, '_');
}
