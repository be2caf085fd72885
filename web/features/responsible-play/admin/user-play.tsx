// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statementCorrection, type UserPlay } from '../../../../contract/responsible-play-admin.ts';
import { getMessage } from '../../../lib/api.ts';
import { formatDateTime, formatDay } from '../../../lib/format.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog, field } from '../../../ui/form-dialog.tsx';
import { ErrorPanel } from '../../../ui/panels.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { notify } from '../../../ui/toast.tsx';
import { formatSpending, kindWords, pauseWords, periodWords, regionName } from '../play-words.ts';
import { StatementFields } from '../statement-fields.tsx';
import { usePlayRuleChanges, userPlayQuery } from './api.ts';

/** A user's statement, limits and pauses. Administrators can correct the statement. */
export function UserPlayPart({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(userPlayQuery(id));
  const mayWrite = usePermissions()('users:write');
  const [isCorrecting, setCorrecting] = useState(false);
  if (!data) {
    return error ? (
      <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading...">
        <Skeleton className="cut h-60" />
      </Loading>
    );
  }
  return (
    <Card className="max-w-2xl" inside="grid gap-4 p-5">
      <PlayFacts play={data} />
      {mayWrite && (
        <Button size="sm" className="justify-self-start" onClick={() => setCorrecting(true)}>
          Correct birth date and region
        </Button>
      )}
      {isCorrecting && <Correction id={id} play={data} onClose={() => setCorrecting(false)} />}
    </Card>
  );
}

function PlayFacts({ play: { statement, limits, pausedUntil, pauses, terms, refusal } }: { play: UserPlay }) {
  const set = limits.filter(({ amount }) => amount !== null);
  return (
    <Facts>
      <Fact label="Born">{statement ? formatDay(statement.birthDate) : 'Not stated'}</Fact>
      <Fact label="Lives in">{statement ? regionName(statement.region) : 'Not stated'}</Fact>
      <Fact label="Paused">{pausedUntil ? pauseWords(pausedUntil) : 'No'}</Fact>
      <Fact label="Pauses so far">{pauses.length}</Fact>
      {set.map(({ kind, period, amount, spent }) => (
        <Fact key={`${kind} ${period}`} label={`${kindWords[kind].title}, ${periodWords[period]}`}>
          {formatSpending(kind, spent)} of {formatSpending(kind, amount ?? 0)}
        </Fact>
      ))}
      <Fact label="Terms">
        {terms.accepted ? `Accepted ${formatDateTime(terms.accepted.at)}` : 'Not accepted'}
      </Fact>
      <Fact label="May play and pay">{refusal ? `No (${refusal.code.replaceAll('_', ' ')})` : 'Yes'}</Fact>
    </Facts>
  );
}

function Correction({ id, play, onClose }: { id: string; play: UserPlay; onClose: () => void }) {
  const { correct } = usePlayRuleChanges();
  const { birthDate = '', region = '' } = play.statement ?? {};
  return (
    <FormDialog
      title="Correct birth date and region"
      description="Players enter this once and can’t change it. Your reason goes to the audit log."
      schema={statementCorrection}
      defaults={{ birthDate, region, reason: '' }}
      submitLabel="Save"
      save={async (values) => {
        await correct(id, values);
        notify.done('Statement corrected');
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <StatementFields form={form} isOfUser />
          <TextField label="Reason" maxLength={500} {...field(form, 'reason')} />
        </>
      )}
    </FormDialog>
  );
}
