import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { accountsApi } from '../../../contract/accounts.ts';
import { deletionWord, ownAccountApi } from '../../../contract/own-account.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';
import { saveAsFile } from '../../lib/save-as-file.ts';
import { endSession, signedOutAddress } from '../../lib/session.ts';
import { notify } from '../../ui/toast.tsx';

export const missingToken = 'Token not received from server.';

/** A token for /link in Discord; each one asked for replaces the one before. */
export function useDiscordToken() {
  return useMutation({
    mutationFn: async () => {
      const answer = await call(accountsApi.generateDiscordToken, {}, { quiet: true });
      if (!answer?.token) throw new Error(missingToken);
      return answer;
    },
  });
}

/**
 * Where the player is signed in. Below the profile's key, so that anything that refreshes the profile refreshes it
 * too.
 */
export const sessionsQuery = queryOptions({
  queryKey: [...keys.profile, 'sessions'],
  queryFn: ({ signal }) => call(ownAccountApi.sessions, {}, { signal, quiet: true }),
});

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(ownAccountApi.endOtherSessions),
    onSuccess: ({ ended }) => {
      notify.done(ended === 0 ? 'You are signed in nowhere else' : 'Signed out everywhere else');
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
}

/** Fetches everything that is held about the player and hands it to the browser as a file. */
export function useExport() {
  return useMutation({
    mutationFn: () => call(ownAccountApi.exportData, {}, { quiet: true }),
    onSuccess: (data) => {
      saveAsFile(
        JSON.stringify(data, null, 2),
        `my-data-${data.exportedAt.slice(0, 10)}.json`,
        'application/json',
      );
      notify.done('Your data is in your downloads');
    },
  });
}

/**
 * Deletes the account and leaves for the first page. The live stream may tell the end of the session before the answer
 * is here, and the page be gone by then: it is left once more, for the right reason.
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
