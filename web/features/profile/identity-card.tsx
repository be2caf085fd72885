// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useCallback, useRef } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { gameOf, theGame } from '../../../contract/games/games.ts';
import { getLevel } from '../../../contract/levels.ts';
import { formatAmount, formatDate } from '../../lib/format.ts';
import { useSettings } from '../../lib/settings.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { BadgeCheck } from '../../ui/icons/badge-check.ts';
import { CircleSlash } from '../../ui/icons/circle-slash.ts';
import { DrawnAvatar } from '../../ui/player-name.tsx';
import { RingMeter } from '../../ui/ring.tsx';
import { Badge } from '../../ui/status.tsx';
import { DiscordLink, DiscordStatus } from './discord-link.tsx';
import { PublicFace } from './public-face.tsx';

/** The player: picture, level, name, address and gamertag, and what to do about the address. */
export function IdentityCard({ profile }: { profile: Profile }) {
  const { level, gained, needed, left, share } = getLevel(profile.xp);
  return (
    <Card inside="grid grid-cols-1 justify-items-start gap-4 bg-[linear-gradient(180deg,var(--color-storm-glow),var(--color-ink-1)_16rem)] p-6 lg:justify-items-center lg:text-center">
      {/* Below that width, picture and name stand side by side. */}
      <div className="flex w-full flex-wrap items-center gap-x-5 gap-y-4 lg:flex-col">
        <div className="max-lg:[&_svg]:size-25">
          <RingMeter
            value={share}
            label={`Level ${level}: ${formatAmount(gained)} of ${formatAmount(needed)} XP to the next`}
            size={148}
          >
            <DrawnAvatar
              avatar={profile.inPublic.avatar}
              className="size-17 [clip-path:circle(50%)]! lg:size-26"
            />
          </RingMeter>
        </div>
        <div className="grid min-w-[min(10rem,100%)] max-w-full flex-1 gap-2 lg:justify-items-center">
          <h2 className="wrap-anywhere text-2xl leading-tight">{profile.name}</h2>
          <p className="wrap-anywhere text-soft text-sm">{profile.email}</p>
          <p className="flex flex-wrap items-center gap-2 text-muted text-xs lg:justify-center">
            <Badge tone="storm">Level {formatAmount(level)}</Badge>
            <span>
              {formatAmount(left)} XP to level {formatAmount(level + 1)}
            </span>
          </p>
        </div>
      </div>
      {profile.avatar && (
        <p className="flex items-center justify-center gap-2.5 text-balance text-left text-muted text-xs">
          <Avatar name={profile.name} src={profile.avatar} className="size-9 text-sm" />
          Your picture from where you sign in. Only you see it.
        </p>
      )}
      <PublicFace profile={profile} />
      {!profile.isVerified && (
        <p className="text-gold text-xs">
          Your e-mail address is not verified. Verify it where you sign in, then sign in again: welcome coins,
          mail, giveaways and your friend’s invitation wait for it.
        </p>
      )}
      {profile.isMailRefused && <MailRefused email={profile.email} />}
    </Card>
  );
}

/** Facts about the account, which players rarely need. */
export function AccountCard({ profile }: { profile: Profile }) {
  const discord = useRef<HTMLElement>(null);
  const focusDiscord = useCallback(() => discord.current?.focus(), []);
  return (
    <Card inside="px-6 pt-5 pb-5">
      <section aria-labelledby="account" className="grid gap-2">
        <h2 id="account" className="text-base">
          Account
        </h2>
        <dl className="grid text-sm">
          <Fact label="Verified">
            {profile.isVerified ? (
              <span className="inline-flex items-center gap-1.5 text-win">
                <BadgeCheck size={16} aria-hidden="true" /> Yes
              </span>
            ) : (
              <span className="inline-flex items-center gap-1.5 text-muted">
                <CircleSlash size={16} aria-hidden="true" /> No
              </span>
            )}
          </Fact>
          <Fact label="Role">{profile.role}</Fact>
          <Fact label="Member Since">{formatDate(profile.createdAt)}</Fact>
          {profile.epicAccount && (
            <Fact label="Epic Account" note={!profile.epicAccount.proof && <HowToProve />}>
              <FirstAccount {...profile.epicAccount} />
            </Fact>
          )}
          {/* A process of the previous release knows one game and sends none. */}
          {(profile.gameAccounts ?? [])
            .filter(({ game }) => game !== theGame.id)
            .map((account) => (
              <Fact key={account.game} label={gameOf(account).account.name}>
                <span className="wrap-anywhere">{account.epicId}</span>
              </Fact>
            ))}
          <Fact label="Discord">
            <span ref={discord} tabIndex={-1}>
              <DiscordStatus isLinked={profile.discordLinked} />
            </span>
          </Fact>
        </dl>
        <DiscordLink isLinked={profile.discordLinked} onLinked={focusDiscord} />
      </section>
    </Card>
  );
}

function Fact({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-line-soft border-b py-1.5 last:border-b-0">
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0 items-center text-right text-soft">{children}</dd>
      {note && <dd className="basis-full pt-1 pb-1 text-muted text-xs">{note}</dd>}
    </div>
  );
}

/** The bound account of the first game, and whether it is proven to be the player's. */
function FirstAccount({ epicId, proof }: NonNullable<Profile['epicAccount']>) {
  return (
    <span className="grid justify-items-end gap-0.5">
      <span className="wrap-anywhere">{epicId}</span>
      {proof ? (
        <span className="inline-flex items-center gap-1.5 text-win text-xs">
          <BadgeCheck size={14} aria-hidden="true" /> Proven yours
        </span>
      ) : (
        <span className="text-muted text-xs">Not proven yours</span>
      )}
    </span>
  );
}

function MailRefused({ email }: { email: string }) {
  const { supportEmail } = useSettings() ?? {};
  return (
    <p className="wrap-anywhere text-gold text-xs">
      Mail can’t reach you: the mail server refuses {email}. Nothing is lost, everything is on this site too.
      To get mail, change the address where you sign in and sign in again, or write to{' '}
      {supportEmail ?? 'support'}.
    </p>
  );
}

function HowToProve() {
  const { provesEpicByDiscord, supportEmail } = useSettings() ?? {};
  const { name } = theGame.account;
  return provesEpicByDiscord
    ? `To prove that the ${name} is yours, link it in Discord under Connections, then sign in here with Discord.`
    : `To prove that the ${name} is yours, write to ${supportEmail ?? 'support'}.`;
}
