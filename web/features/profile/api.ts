// SPDX-License-Identifier: Apache-2.0

import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { accountsApi } from '../../../contract/accounts.ts';
import { type DataExport, dataExportApi } from '../../../contract/data-export.ts';
import { deletionWord, ownAccountApi } from '../../../contract/own-account.ts';
import type { AvatarName, PublicPlayer } from '../../../contract/public-players.ts';
import { publicPlayersApi } from '../../../contract/public-players.ts';
import { shopApi } from '../../../contract/shop.ts';
import { type SignInProviderName, signInsApi } from '../../../contract/sign-ins.ts';
import { call } from '../../lib/api.ts';
import { keys, mayWait } from '../../lib/query.ts';
import { saveAsFile } from '../../lib/save-as-file.ts';
import { endSession, signedOutAddress } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { notify } from '../../ui/toast.tsx';

export const missingToken = 'Token not received from server.';

/** A token for /link in Discord; each new one replaces the previous one. */
export function useDiscordToken() {
  return useMutation({
    mutationFn: async () => {
      const answer = await call(accountsApi.generateDiscordToken, {}, { quiet: true });
      if (!answer?.token) throw new Error(missingToken);
      return answer;
    },
  });
}

/** Where the player is signed in. Below the profile's key, so that anything that refreshes the profile refreshes it too. */
export const sessionsQuery = queryOptions({
  queryKey: [...keys.profile, 'sessions'],
  queryFn: ({ signal }) => call(ownAccountApi.sessions, {}, { signal, quiet: true }),
});

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    ...mayWait,
    mutationFn: () => call(ownAccountApi.endOtherSessions),
    onSuccess: ({ ended }) => {
      notify.done(ended === 0 ? 'You are signed in nowhere else' : 'Signed out everywhere else');
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
}

/** How the player's account is signed in to. */
export const signInsQuery = queryOptions({
  queryKey: [...keys.profile, 'sign-ins'],
  queryFn: ({ signal }) => call(signInsApi.list, {}, { signal, quiet: true }),
});

/** Removes one of these ways; other sessions end with it. */
export function useRemoveSignIn() {
  const queryClient = useQueryClient();
  return async (provider: SignInProviderName): Promise<void> => {
    try {
      await call(signInsApi.remove, { params: { provider } }, { quiet: true });
    } finally {
      // Also after a refusal: it may have been removed elsewhere.
      await queryClient.invalidateQueries({ queryKey: keys.profile });
    }
  };
}

/** Gift cards bought before the last one in the profile, newest first. */
export function olderCardsQuery(before: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.profile, 'older-gift-cards', before],
    queryFn: ({ pageParam, signal }) =>
      call(shopApi.purchases, { query: { before: pageParam } }, { signal, quiet: true }),
    initialPageParam: before,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  });
}

/** Whether the player could have a handle, and why not. */
export function handleCheckQuery(handle: string) {
  return queryOptions({
    queryKey: ['handle-check', handle],
    queryFn: ({ signal }) =>
      call(publicPlayersApi.checkHandle, { query: { handle } }, { signal, quiet: true }),
    staleTime: 10_000,
    gcTime: 0,
  });
}

/** Saves the differences from how others see the player now. The handle goes first: if it is refused, nothing is saved. */
export function useSaveFace(now: PublicPlayer) {
  const queryClient = useQueryClient();
  return useAction(async ({ handle, avatar }: { handle: string; avatar: AvatarName }) => {
    try {
      if (handle !== now.handle)
        await call(publicPlayersApi.changeHandle, { body: { handle } }, { quiet: true });
      if (avatar !== now.avatar)
        await call(publicPlayersApi.chooseAvatar, { body: { avatar } }, { quiet: true });
    } finally {
      await queryClient.invalidateQueries({ queryKey: keys.profile });
      void queryClient.invalidateQueries({ queryKey: keys.leaderboard });
      void queryClient.invalidateQueries({ queryKey: keys.events });
    }
  });
}

/** The latest export of the player's data. The live stream reports its progress. */
export const exportQuery = queryOptions({
  queryKey: keys.dataExport,
  queryFn: ({ signal }) => call(dataExportApi.state, {}, { signal, quiet: true }),
});

/** Requests an archive of everything that is held about the player. */
export function useAskExport() {
  const queryClient = useQueryClient();
  return useAction(async () => {
    await call(dataExportApi.ask, {}, { quiet: true });
    await queryClient.invalidateQueries({ queryKey: keys.dataExport });
  });
}

/** Fetches the archive, which only its owner can, and passes it to the browser. */
export function useDownloadExport() {
  const queryClient = useQueryClient();
  return useAction(async ({ _id, endedAt }: DataExport) => {
    try {
      const archive = await call(dataExportApi.archive, { params: { id: _id } }, { quiet: true });
      saveAsFile(archive, `my-data-${endedAt?.slice(0, 10)}.zip`, 'application/zip');
      notify.done('Your data is in your downloads');
    } catch (error) {
      // It may have expired since.
      void queryClient.invalidateQueries({ queryKey: keys.dataExport });
      throw error;
    }
  });
}

/**
 * Deletes the account and goes to the first page. The live stream may report the end of the session before the answer
 * arrives, and the page may be gone by then: it is left once more, for the right reason.
 */
export function useDeleteAccount() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      call(ownAccountApi.deleteAccount, { body: { confirmation: deletionWord } }, { quiet: true }),
    onSuccess: () => {
      endSession('account_deleted');
      return navigate(signedOutAddress(), { replace: true });
    },
  });
}
