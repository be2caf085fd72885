// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlayRules } from '../../../../contract/responsible-play-admin.ts';
import { getMessage } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { PagePart } from '../../../ui/page.tsx';
import { EmptyPanel, ErrorPanel, Notice } from '../../../ui/panels.tsx';
import { CreateButton } from '../../../ui/row-buttons.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Badge } from '../../../ui/status.tsx';
import { sortRegions } from '../play-words.ts';
import { playRulesQuery } from './api.ts';
import { RulesForm } from './rules-form.tsx';

/** The rules on age and region: the current version, past and future ones, and a button to publish another. */
export function RulesPart() {
  const { data, error, refetch } = useQuery(playRulesQuery);
  const mayWrite = usePermissions()('play-rules:write');
  const [isPublishing, setPublishing] = useState(false);
  if (!data) {
    return error ? (
      <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading the rules..." className="grid gap-4">
        <Skeleton className="h-11 w-56" />
        <Skeleton className="cut h-48" />
      </Loading>
    );
  }
  const { list, current, isDemanded } = data;
  return (
    <PagePart
      title="Age and region"
      aside={mayWrite && <CreateButton onClick={() => setPublishing(true)}>Publish rules</CreateButton>}
    >
      {current === null && (
        <Notice tone={isDemanded ? 'loss' : 'gold'} title="No rules apply yet">
          {isDemanded
            ? 'Challenges and card payments are closed to everyone until rules apply.'
            : 'Challenges and card payments are open to everyone. In production they stay closed until rules apply.'}
        </Notice>
      )}
      {list.length === 0 ? (
        <EmptyPanel
          title="No rules published yet"
          level="h3"
          text="Rules say where, and from which age, challenges and card payments are open. You can’t change a version; publish a new one instead."
        />
      ) : (
        <ol className="grid gap-4" aria-label="Versions, newest first">
          {list.map((rules) => (
            <Version key={rules.version} rules={rules} isCurrent={rules.version === current} />
          ))}
        </ol>
      )}
      {isPublishing && <RulesForm newest={list[0]} onClose={() => setPublishing(false)} />}
    </PagePart>
  );
}

function admissionText({ isAllowed, minAge }: PlayRules['elsewhere']): string {
  if (!isAllowed) return 'Closed';
  return minAge === null ? 'Open at any age' : `Open from ${minAge} years`;
}

function Version({ rules, isCurrent }: { rules: PlayRules; isCurrent: boolean }) {
  const { version, validFrom, elsewhere, regions, reason, publishedBy, publishedAt } = rules;
  const isPlanned = Date.parse(validFrom) > serverNow();
  const byRegion = new Map(regions.map((rule) => [rule.region, rule]));
  return (
    <li>
      <Card inside="grid gap-3 p-5">
        <div className="flex flex-wrap items-center gap-3">
          <h3 className="text-lg">Version {version}</h3>
          {isCurrent && <Badge tone="win">Applies now</Badge>}
          {isPlanned && <Badge tone="storm">Planned</Badge>}
        </div>
        <Facts>
          <Fact label="From">{formatDateTime(validFrom)}</Fact>
          <Fact label={regions.length > 0 ? 'Everywhere else' : 'Everywhere'}>
            {admissionText(elsewhere)}
          </Fact>
          {sortRegions([...byRegion.keys()]).map(([region, name]) => (
            <Fact key={region} label={name}>
              {admissionText(byRegion.get(region) ?? elsewhere)}
            </Fact>
          ))}
        </Facts>
        <p className="wrap-anywhere text-muted text-sm">
          {reason} ({publishedBy || 'Deleted account'}, {formatDateTime(publishedAt)})
        </p>
      </Card>
    </li>
  );
}
