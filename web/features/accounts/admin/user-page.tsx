// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { UserDetail } from '../../../../contract/users-admin.ts';
import { getMessage } from '../../../lib/api.ts';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { ArrowLeft } from '../../../ui/icons/arrow-left.ts';
import { ErrorPanel } from '../../../ui/panels.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { userQuery } from './api.ts';
import { type UserDeed, UserDialog } from './user-dialogs.tsx';
import { UserHead } from './user-head.tsx';
import { type HistoryParts, UserHistory } from './user-history.tsx';

/** Everything about one user, for support and decisions. */
export function UserPage({ id, parts }: { id: string; parts: HistoryParts }) {
  const { data, error, refetch } = useQuery(userQuery(id));
  useFailureToast(data ? null : error, getMessage(error));
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <Link
        to="/dashboard/users"
        className="inline-flex min-h-9 items-center gap-2 justify-self-start text-muted text-sm transition-colors duration-100 hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden="true" /> All users
      </Link>
      {data ? (
        <Known detail={data} parts={parts} />
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the user..." className="grid gap-6">
          <Skeleton className="h-64" />
          <Skeleton className="h-12" />
          <Skeleton className="h-64" />
        </Loading>
      )}
    </div>
  );
}

function Known({ detail, parts }: { detail: UserDetail; parts: HistoryParts }) {
  const [deed, ask] = useState<UserDeed>();
  const navigate = useNavigate();
  return (
    <>
      <UserHead user={detail.user} onAsk={ask} />
      <UserHistory detail={detail} parts={parts} />
      {deed && (
        <UserDialog
          deed={deed}
          user={detail.user}
          onClose={() => ask(undefined)}
          onDeleted={() => void navigate('/dashboard/users', { replace: true })}
        />
      )}
    </>
  );
}
