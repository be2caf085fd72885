// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval } from '../../../contract/approvals-admin.ts';
import { countPages } from '../../../contract/paging.ts';
import { getMessage } from '../../lib/api.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { Choices } from '../../ui/choices.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { FieldError } from '../../ui/field.tsx';
import { PagePastEnd } from '../../ui/page-past-end.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { approvalsQuery } from './api.ts';
import { ApprovalCard } from './approval-card.tsx';
import { DecideDialog, type Deciding } from './decide-dialog.tsx';

const pageSize = 25;
const shown = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
] as const;

/** Changes that need a second administrator (docs/rules/approvals.md). */
export function Approvals() {
  const address = useTableAddress(['askedAt'], { sort: 'askedAt', order: 'asc' });
  const show = address.choice('show') === 'decided' ? 'decided' : 'waiting';
  const { page } = address;
  const list = useQuery(approvalsQuery({ show, page, pageSize }));
  const { data, error, refetch, isPlaceholderData } = list;
  useFailureToast(error, getMessage(error));
  const [deciding, decide] = useState<Deciding>();
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <Choices
        label="Which changes"
        choices={shown}
        selected={show}
        onSelect={(value) => address.change({ show: value === 'waiting' ? undefined : value })}
      />
      <p className="max-w-[80ch] text-muted text-sm">
        Changes above a limit wait here for a second administrator. It can’t be the one who asked, anyone they
        appointed, or a new administrator.
      </p>
      {data ? (
        data.list.length > 0 ? (
          <div
            className="grid gap-5 transition-opacity duration-150 aria-busy:opacity-60"
            aria-busy={isPlaceholderData}
          >
            <ul
              aria-label={show === 'waiting' ? 'Waiting, soonest to expire first' : 'Decided, newest first'}
              className="grid gap-4"
            >
              {data.list.map((approval: Approval) => (
                <li key={approval._id}>
                  <ApprovalCard approval={approval} onDecide={decide} />
                </li>
              ))}
            </ul>
            {error && (
              <FieldError>
                <FailureText error={error} />
              </FieldError>
            )}
            <Pagination
              label="Pages of approvals"
              page={page}
              pages={countPages(data.total, pageSize)}
              to={address.pageAddress}
            />
          </div>
        ) : page > 1 ? (
          <PagePastEnd
            what="changes"
            page={page}
            pages={countPages(data.total, pageSize)}
            onPage={(before) => address.change({ page: before })}
          />
        ) : (
          <EmptyPanel
            title={show === 'waiting' ? 'Nothing to approve' : 'No decisions yet'}
            text="Changes above a limit appear here. We mail everyone who can approve them."
          />
        )
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading approvals..." className="grid gap-4">
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className="h-52" />
          ))}
        </Loading>
      )}
      {deciding && <DecideDialog {...deciding} onClose={() => decide(undefined)} />}
    </div>
  );
}
