// SPDX-License-Identifier: Apache-2.0

import { serverEnvironment, serverFlags } from '../server-flags.mjs';

/** Path of Node in a release. */
export const runtimePath = 'runtime/node';

/**
 * The command `finalring` in a release. Starts the Node beside it and needs nothing else from the machine, not even a
 * PATH. Reads `.env` from the current folder. Uses Node's compile cache if it is writable.
 */
export const launcher = `#!/bin/sh
case $0 in
  */*) here=\${0%/*} ;;
  *) here=. ;;
esac
here=$(CDPATH= cd -- "$here" && pwd -P) || exit 3
MALLOC_ARENA_MAX=\${MALLOC_ARENA_MAX-${serverEnvironment.MALLOC_ARENA_MAX}}
NODE_COMPILE_CACHE=\${NODE_COMPILE_CACHE-$here/.compiled}
INIT_CWD=$PWD
export MALLOC_ARENA_MAX NODE_COMPILE_CACHE INIT_CWD
if [ -f .env ]; then env=--env-file=.env; else env=; fi
exec "$here/${runtimePath}" ${serverFlags.join(' ')} $env "$here/cli/main.ts" "$@"
`;
