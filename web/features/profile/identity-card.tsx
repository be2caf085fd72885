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

/** The player: picture, level, name, address, role, and the state of the account. */
export function IdentityCard({ profile }: { profile: Profile }) {
  const { level, gained, needed, left, share } = getLevel(profile.xp);
  const discord = useRef<HTMLElement>(null);
  const focusDiscord = useCallback(() => discord.current?.focus(), []);
  return (
    <Card
      className="lg:[@media(min-height:48rem)]:sticky lg:[@media(min-height:48rem)]:top-24"
      inside="bg-[linear-gradient(180deg,var(--color-storm-glow),var(--color-ink-1)_16rem)] sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:items-center"
    >
      <div className="grid grid-cols-1 justify-items-start px-6 pt-6 pb-5 sm:justify-items-center sm:text-center sm:max-lg:pb-6">
        {/* On phones, picture and name stand side by side. */}
        <div className="flex max-w-full flex-wrap items-center gap-x-5 gap-y-4 max-sm:w-full sm:flex-col">
          <div className="max-sm:[&_svg]:size-25">
            <RingMeter
              value={share}
              label={`Level ${level}: ${formatAmount(gained)} of ${formatAmount(needed)} XP to the next`}
              size={148}
            >
              <DrawnAvatar avatar={profile.inPublic.avatar} className="size-14 sm:size-20" />
            </RingMeter>
          </div>
          <div className="grid min-w-[min(10rem,100%)] max-w-full flex-1 gap-2 sm:justify-items-center">
            <h2 className="wrap-anywhere text-2xl leading-tight">{profile.name}</h2>
            <p className="wrap-anywhere text-soft text-sm">{profile.email}</p>
            <p className="flex flex-wrap items-center gap-2 text-muted text-xs sm:justify-center">
              <Badge tone="storm">Level {formatAmount(level)}</Badge>
              <span>
                {formatAmount(left)} XP to level {formatAmount(level + 1)}
              </span>
            </p>
          </div>
        </div>
        {profile.avatar && (
          <p className="mt-3 flex items-center justify-center gap-2.5 text-balance text-left text-muted text-xs">
            <Avatar name={profile.name} src={profile.avatar} className="size-9 text-sm" />
            Your picture from where you sign in. Only you see it.
          </p>
        )}
        <PublicFace profile={profile} />
      </div>
      <div className={profile.discordLinked ? 'pb-3' : 'pb-6'}>
        <dl className="grid px-6 text-sm">
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
        {!profile.isVerified && (
          <p className="px-6 pt-3 text-muted text-xs">
            Your e-mail address is not verified. Verify it where you sign in, then sign in again: welcome
            coins, mail, giveaways and your friend’s invitation wait for it.
          </p>
        )}
        {profile.isMailRefused && <MailRefused email={profile.email} />}
        <DiscordLink isLinked={profile.discordLinked} onLinked={focusDiscord} />
      </div>
    </Card>
  );
}

function Fact({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-line-soft border-b py-2 last:border-b-0">
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0 items-center text-right font-medium">{children}</dd>
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
    <p className="wrap-anywhere px-6 pt-3 text-gold text-xs">
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
