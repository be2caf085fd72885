import { BadgeCheck, CircleSlash, Link2, Unlink2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { cx } from '../../lib/class-names.ts';
import { formatDate } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Badge } from '../../ui/status.tsx';
import { DiscordLink } from './discord-link.tsx';

/** Who the player is: picture, name, address, role, and how the account stands. */
export function IdentityCard({ profile }: { profile: Profile }) {
  return (
    <Card inside="bg-[linear-gradient(180deg,#1b1545,var(--color-ink-1)_14rem)]">
      <div className="grid justify-items-center gap-1 px-6 pt-9 pb-6 text-center">
        <Avatar name={profile.name} src={profile.avatar} className="mb-3 size-24 text-4xl" />
        <h2 className="max-w-full break-words text-2xl">{profile.name}</h2>
        <p className="max-w-full break-words text-soft text-sm">{profile.email}</p>
        <Badge tone="storm" className="mt-2">
          {profile.role}
        </Badge>
      </div>
      <dl className={cx('grid px-6 text-sm', profile.discordLinked ? 'pb-6' : 'pb-2')}>
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
        <Fact label="Member Since">{formatDate(profile.createdAt)}</Fact>
        <Fact label="Discord">
          {profile.discordLinked ? (
            <span className="inline-flex items-center gap-1.5 text-win">
              <Link2 size={16} aria-hidden="true" /> Linked
            </span>
          ) : (
            <span className="inline-flex items-center gap-1.5 text-muted">
              <Unlink2 size={16} aria-hidden="true" /> Not Linked
            </span>
          )}
        </Fact>
      </dl>
      {!profile.discordLinked && (
        <div className="px-6 pb-6">
          <DiscordLink />
        </div>
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 border-line-soft border-b py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="flex items-center text-right font-medium">{children}</dd>
    </div>
  );
}
