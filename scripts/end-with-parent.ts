// SPDX-License-Identifier: Apache-2.0

/**
 * Imported by a process that must not outlive its parent, which started it with an `ipc` channel, even if that was killed.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
