// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import {
  type SavedView,
  toViewQuery,
  type ViewedListName,
  type ViewInput,
} from '../../../contract/saved-views.ts';
import { getMessage } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Bookmark } from '../../ui/icons/bookmark.ts';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { DeleteButton, EditButton } from '../../ui/row-buttons.tsx';
import { type Asked, RowDialogs } from '../../ui/row-dialogs.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Badge } from '../../ui/status.tsx';
import { describeQuery, savedViewsQuery, useViewChanges, viewAddress } from './api.ts';
import { ViewForm } from './view-form.tsx';

const done = { created: 'View saved', updated: 'View saved', deleted: 'View deleted' };

/** The views of one list: open, save, change and delete. */
export function ViewsDialog({
  list,
  label,
  onClose,
}: {
  list: ViewedListName;
  /** The list's name. */
  label: string;
  onClose: () => void;
}) {
  const [asked, ask] = useState<Asked<SavedView>>();
  const changes = useViewChanges();
  // One dialog at a time, since stacked dialogs would look like one.
  if (asked) {
    return (
      <RowDialogs
        asked={asked}
        onClose={() => ask(undefined)}
        form={ViewForm}
        changes={{
          ...changes,
          create: (values: ViewInput, key) => changes.create({ ...values, list }, key),
        }}
        done={done}
        deletion={({ name, isShared }) => ({
          title: `Delete the view ${name}?`,
          text: isShared
            ? 'This deletes it for everyone you share it with. The list itself stays.'
            : 'You can’t undo this. The list itself stays.',
        })}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Views of ${label}`}
      description="Save a search, sort order and filters under a name."
      footer={
        <Button
          kind="main"
          icon={<Bookmark size={18} aria-hidden="true" />}
          onClick={() => ask({ what: 'create' })}
        >
          Save current view
        </Button>
      }
    >
      <Views list={list} onAsk={ask} onOpen={onClose} />
    </Dialog>
  );
}

function Views({
  list,
  onAsk,
  onOpen,
}: {
  list: ViewedListName;
  onAsk: (asked: Asked<SavedView>) => void;
  onOpen: () => void;
}) {
  const { data, error, refetch } = useQuery(savedViewsQuery);
  const { search } = useLocation();
  const shown = toViewQuery(list, new URLSearchParams(search));
  if (data) {
    const views = data.filter((view) => view.list === list);
    if (views.length === 0) {
      return (
        <EmptyPanel level="h3" title="No views yet" text="Search and sort the list, then save it here." />
      );
    }
    return (
      <ul aria-label="Views" className="-my-2">
        {views.map((view) => (
          <ViewRow key={view._id} view={view} isShown={view.query === shown} onAsk={onAsk} onOpen={onOpen} />
        ))}
      </ul>
    );
  }
  if (error) {
    return (
      <ErrorPanel
        error={error}
        message={`Error loading your views: ${getMessage(error)}`}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Loading label="Loading your views..." className="grid gap-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </Loading>
  );
}

function ViewRow({
  view,
  isShown,
  onAsk,
  onOpen,
}: {
  view: SavedView;
  isShown: boolean;
  onAsk: (asked: Asked<SavedView>) => void;
  onOpen: () => void;
}) {
  const { name, query, isOwn, isShared, owner } = view;
  return (
    <li className="flex items-center gap-2 border-line-soft border-b last:border-b-0">
      <Link
        to={viewAddress(view)}
        onClick={onOpen}
        preventScrollReset
        aria-current={isShown ? 'true' : undefined}
        className="focus-inside group grid min-h-14 min-w-0 grow content-center gap-0.5 py-2.5"
      >
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="break-words font-semibold underline-offset-4 group-hover:text-storm-soft group-hover:underline">
            {name}
          </span>
          {isShown && <Badge>Shown now</Badge>}
          {isOwn && isShared && <Badge>Shared</Badge>}
        </span>
        <span className="break-words text-muted text-sm">
          {describeQuery(query)}
          {!isOwn && <span className="block">Shared by {owner}</span>}
        </span>
      </Link>
      {isOwn && (
        <span className="inline-flex shrink-0 gap-1">
          <EditButton name={name} onClick={() => onAsk({ what: 'edit', row: view })} />
          <DeleteButton name={name} onClick={() => onAsk({ what: 'delete', row: view })} />
        </span>
      )}
    </li>
  );
}
