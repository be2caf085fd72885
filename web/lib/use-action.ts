// SPDX-License-Identifier: Apache-2.0

import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * The work behind a button, as a TanStack mutation: busy (`isPending`), failed (`error`) or done (`data`). A second
 * press while it runs does nothing, even before the button shows that it is busy. Nothing is cached, because input or
 * result may be a code. Without a connection it fails instead of waiting, since somebody is looking at the button.
 */
export function useAction<Input = void, Done = unknown>(work: (input: Input) => Done | Promise<Done>) {
  const isRunning = useRef(false);
  const { mutateAsync, ...action } = useMutation<Done, Error, Input>({
    mutationFn: async (input) => work(input),
    onSettled: () => {
      isRunning.current = false;
    },
    gcTime: 0,
    networkMode: 'always',
  });
  /** Runs it and resolves to whether it succeeded; a failure is in `error`. */
  async function run(input: Input): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    return mutateAsync(input).then(
      () => true,
      () => false,
    );
  }
  return { ...action, run };
}
