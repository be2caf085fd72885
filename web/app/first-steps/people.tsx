// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { profileQuery } from '../../lib/query.ts';
import { useToken } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Medal } from '../../ui/icons/medal.ts';
import { ShieldCheck } from '../../ui/icons/shield-check.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { ErrorPanel, Notice } from '../../ui/panels.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Badge } from '../../ui/status.tsx';
import { becomeSomebody, firstStepsQuery, type Progress, type Somebody } from './api.ts';
import { StepCard, stepGrid } from './step-card.tsx';

const looks = {
  newcomer: {
    icon: UserPlus,
    title: 'A new player',
    text: '500 welcome coins, no matches yet. Each click creates a new account.',
  },
  veteran: {
    icon: Medal,
    title: 'A veteran',
    text: 'Has won and lost challenges and bought a gift card. The first click creates this history in about 30 seconds.',
  },
  administrator: {
    icon: ShieldCheck,
    title: 'The administrator',
    text: 'Manages challenges, codes, payments and players. Opens the dashboard.',
  },
} as const;

/** The people whom a newcomer can become with one click. @param isNext whether this is the next step */
export function People({ url, isNext }: { url: string | undefined; isNext: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(firstStepsQuery(url));
  const email = useSignedInEmail();
  if (error && !data && !isFetching)
    return <ErrorPanel error={error} message={error.message} onRetry={() => void refetch()} />;
  if (!data || !url) return <PeopleSkeleton />;
  return (
    <ul className={stepGrid}>
      {data.people.map((somebody) => (
        <Choice
          key={somebody.id}
          url={url}
          somebody={somebody}
          isYou={email !== undefined && isAddressOf(somebody, email)}
          isNext={isNext && somebody.id === 'newcomer'}
        />
      ))}
    </ul>
  );
}

export function useSignedInEmail(): string | undefined {
  const token = useToken();
  return useQuery({ ...profileQuery, enabled: token !== null }).data?.email;
}

function isAddressOf({ email }: Somebody, address: string): boolean {
  const [before = '', after] = email.split('*');
  return after === undefined ? email === address : address.startsWith(before) && address.endsWith(after);
}

interface ChoiceProps {
  url: string;
  somebody: Somebody;
  isYou: boolean;
  isNext: boolean;
}

function Choice({ url, somebody: { id, email }, isYou, isNext }: ChoiceProps) {
  const { icon: Icon, title, text } = looks[id];
  const [past, setPast] = useState<Progress>();
  const become = useAction(async () => {
    await becomeSomebody(url, id, setPast);
    // Never resolves: the browser is leaving the page, and the button stays busy until then.
    await new Promise(() => {});
  });
  return (
    <StepCard
      mark={<Icon size={22} className="shrink-0 text-storm-soft" aria-hidden="true" />}
      title={title}
      aside={
        isYou && (
          <Badge tone="storm" className="ml-auto">
            You
          </Badge>
        )
      }
      text={
        <>
          <p>{text}</p>
          <p className="wrap-anywhere mt-2 text-muted">{email.replace('*', '…')}</p>
        </>
      }
      isLive={isYou}
    >
      <div className="grid gap-3">
        {become.isPending && past && past.done < past.of && (
          <ProgressBar done={past.done} of={past.of} label="The veteran’s history" />
        )}
        <Button
          full
          {...(isNext && { kind: 'main' })}
          busy={become.isPending && (past && past.done < past.of ? toText(past) : 'Signing in...')}
          onClick={() => void become.run()}
        >
          {`Sign in as ${title[0]?.toLowerCase()}${title.slice(1)}`}
        </Button>
        {become.error && (
          <Notice>
            <FailureText error={become.error} />
          </Notice>
        )}
      </div>
    </StepCard>
  );
}

function toText({ done, of }: Progress): string {
  return done < of - 1 ? `Playing match ${done + 1} of ${of - 1}...` : 'Buying coins and a card...';
}

function PeopleSkeleton() {
  return (
    <Loading label="Loading accounts..." className={stepGrid}>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className="cut h-54.5 sm:h-39.5 lg:h-56.5" />
      ))}
    </Loading>
  );
}
