// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isEnrolled, type SecondFactor } from '../../../contract/second-factor.ts';
import { getMessage } from '../../lib/api.ts';
import { formatDate, plural } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ShieldCheck } from '../../ui/icons/shield-check.ts';
import { ShieldOff } from '../../ui/icons/shield-off.ts';
import { PagePart } from '../../ui/page.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { secondFactorQuery, useFactorChanges } from './api.ts';
import { PasskeysPart } from './passkeys-part.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { StepUp } from './step-up.tsx';

/** Where administrators see and change their second factor; renders nothing for players. */
export function Security() {
  const { data: profile } = useQuery(profileQuery);
  const isAdministrator = (profile?.permissions.length ?? 0) > 0;
  const { data, error, refetch } = useQuery({ ...secondFactorQuery, enabled: isAdministrator });
  if (!isAdministrator) return null;
  return (
    <PagePart title="Security">
      {data ? (
        <Factor factor={data} />
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading your second factor...">
          <Skeleton className="cut h-36" />
        </Loading>
      )}
      <StepUp />
    </PagePart>
  );
}

type Deed = 'set-up' | 'renew' | 'remove';

function Factor({ factor }: { factor: SecondFactor }) {
  const [deed, setDeed] = useState<Deed>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { appSince, passkeys, recoveryCodesLeft, isDemanded } = factor;
  const Sign = appSince ? ShieldCheck : ShieldOff;
  const close = () => setDeed(undefined);
  return (
    <Card inside="grid gap-4 p-5">
      <div className="flex items-start gap-4">
        <Sign
          size={22}
          className={appSince ? 'shrink-0 text-win' : 'shrink-0 text-muted'}
          aria-hidden="true"
        />
        <div className="grid min-w-0 gap-1 text-sm">
          <p className="font-medium">Authenticator app</p>
          {appSince ? (
            <p className="text-muted">Set up {formatDate(appSince)}</p>
          ) : (
            <p className="text-muted">
              Not set up.{' '}
              {isDemanded && !isEnrolled(factor)
                ? 'Set it up, or add a passkey, to open the dashboard.'
                : 'It protects your permissions.'}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2.5">
        {appSince ? (
          <Button size="sm" kind="danger" onClick={() => setDeed('remove')}>
            Remove the app
          </Button>
        ) : (
          <Button size="sm" onClick={() => setDeed('set-up')}>
            Set up an authenticator app
          </Button>
        )}
      </div>
      <PasskeysPart factor={factor} onCodes={setCodes} />
      {isEnrolled(factor) && (
        <div className="grid gap-3 border-line-soft border-t pt-4 text-sm">
          <p className={recoveryCodesLeft < 3 ? 'text-gold' : 'text-muted'}>
            {plural(recoveryCodesLeft, 'recovery code')} left
          </p>
          <Button size="sm" className="justify-self-start" onClick={() => setDeed('renew')}>
            New recovery codes
          </Button>
        </div>
      )}
      {deed === 'set-up' && <SetUpDialog onClose={close} />}
      {deed === 'renew' && <Renewal onClose={close} />}
      {deed === 'remove' && (
        <Removal isLast={passkeys.length === 0} isDemanded={isDemanded} onClose={close} />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}

function Renewal({ onClose }: { onClose: () => void }) {
  const { renewRecoveryCodes } = useFactorChanges();
  const [codes, setCodes] = useState<readonly string[]>();
  if (!codes) {
    return (
      <ConfirmDialog
        title="Make new recovery codes?"
        text="Your old codes stop working."
        confirmLabel="Make new codes"
        isDanger={false}
        onConfirm={async () => setCodes((await renewRecoveryCodes()).recoveryCodes)}
        onClose={onClose}
      />
    );
  }
  return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
}

function Removal({
  isLast,
  isDemanded,
  onClose,
}: {
  /** True if no other factor remains. */
  isLast: boolean;
  isDemanded: boolean;
  onClose: () => void;
}) {
  const { removeApp } = useFactorChanges();
  const last = isDemanded
    ? 'Its codes and your recovery codes stop working. The dashboard stays closed until you set up another.'
    : 'Its codes and your recovery codes stop working.';
  return (
    <ConfirmDialog
      title="Remove the authenticator app?"
      text={isLast ? last : 'Its codes stop working. Your passkeys still work.'}
      confirmLabel="Remove"
      busyLabel="Removing..."
      onConfirm={async () => {
        await removeApp();
        notify.done('Authenticator app removed');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
