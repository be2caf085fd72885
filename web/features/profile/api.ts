import { useMutation } from '@tanstack/react-query';
import { accountsApi } from '../../../contract/accounts.ts';
import { call } from '../../lib/api.ts';

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
