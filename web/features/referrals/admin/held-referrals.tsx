// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type HeldReferral, maxHeldListed } from '../../../../contract/referrals-admin.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { userAddress } from '../../../lib/user-address.ts';
import { Button } from '../../../ui/button.tsx';
import { dataColumns } from '../../../ui/data-columns.ts';
import { DataList } from '../../../ui/data-list.tsx';
import { InsteadOfHeading } from '../../../ui/data-row.tsx';
import { wholeList } from '../../../ui/list-source.ts';
import { When } from '../../../ui/narrow-time.tsx';
import { Notice } from '../../../ui/panels.tsx';
import { heldReferralsQuery } from './api.ts';
import { type Asked, Decision, reasonWords } from './decide-referral.tsx';

const by = {
  finishedAt: ({ finishedAt }: HeldReferral) => Date.parse(finishedAt),
  signedUpAt: ({ signedUpAt }: HeldReferral) => Date.parse(signedUpAt),
  referrer: ({ referrer }: HeldReferral) => referrer.name,
  invitee: ({ invitee }: HeldReferral) => invitee.name,
};
const sorts = Object.keys(by) as (keyof typeof by)[];

/** Referrals that need an administrator, oldest first. */
export function HeldReferrals() {
  const address = useTableAddress(sorts, { sort: 'finishedAt', order: 'asc' });
  const held = useQuery(heldReferralsQuery);
  const mayDecide = usePermissions()('users:write');
  const [asked, ask] = useState<Asked>();
  const columns = useMemo(() => referralColumns(mayDecide ? ask : undefined), [mayDecide]);
  const list = wholeList(held, address, { columns, by });
  return (
    <>
      <DataList
        {...list}
        one="referral"
        what="referrals"
        columns={columns}
        rowKey={({ _id }) => _id}
        address={address}
        sorts={sorts}
        empty="No referrals to decide"
        note={
          <>
            <p className="max-w-[80ch] text-muted">
              A referral counts automatically after the invited player’s first finished challenge. These look
              unusual, so they pay nothing until you decide.
            </p>
            {held.data && held.data.length >= maxHeldListed && (
              <Notice tone="storm">
                Showing the {formatAmount(maxHeldListed)} oldest. You’ll see more as you decide.
              </Notice>
            )}
          </>
        }
      />
      {asked && <Decision {...asked} onClose={() => ask(undefined)} />}
    </>
  );
}

function referralColumns(onAsk: ((asked: Asked) => void) | undefined) {
  const { column, field, actions } = dataColumns<HeldReferral>();
  return [
    column(
      'referrer',
      'Referrer',
      ({ referrer }) => referrer.name,
      ({ referrer }) => <UserLink {...referrer} />,
      { isTitle: true },
    ),
    column(
      'invitee',
      'Invitee',
      ({ invitee }) => invitee.name,
      ({ invitee }) => (
        <>
          <InsteadOfHeading>invited </InsteadOfHeading>
          <UserLink {...invitee} />
        </>
      ),
      { narrow: 'note' },
    ),
    field('signedUpAt', 'Signed Up', ({ signedUpAt }) => <When time={signedUpAt} />),
    field('finishedAt', 'Finished', ({ finishedAt }) => <When time={finishedAt} />, { narrow: 'figure' }),
    column(
      'reasons',
      'Held Because',
      ({ reasons }) => reasons.map((reason) => reasonWords[reason]).join('; '),
      ({ reasons }) => (
        <ul className="grid gap-0.5">
          {reasons.map((reason) => (
            <li key={reason}>{reasonWords[reason]}</li>
          ))}
        </ul>
      ),
    ),
    ...(onAsk ? [actions((row) => <Buttons row={row} onAsk={onAsk} />)] : []),
  ];
}

function Buttons({ row, onAsk }: { row: HeldReferral; onAsk: (asked: Asked) => void }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button
        size="sm"
        aria-label={`Count ${row.invitee.name}`}
        onClick={() => onAsk({ row, isCounted: true })}
      >
        Count
      </Button>
      <Button
        size="sm"
        aria-label={`Do not count ${row.invitee.name}`}
        onClick={() => onAsk({ row, isCounted: false })}
      >
        Do not count
      </Button>
    </span>
  );
}

/** Links to the player's page. */
function UserLink({ playerId, name, handle }: HeldReferral['referrer']) {
  return (
    <span className="wrap-anywhere">
      <Link
        to={userAddress(playerId)}
        className="underline decoration-edge underline-offset-4 hover:decoration-current"
      >
        {name}
      </Link>{' '}
      <span className="text-muted text-sm">{handle}</span>
    </span>
  );
}
