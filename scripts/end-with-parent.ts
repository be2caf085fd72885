// SPDX-License-Identifier: Apache-2.0

/**
 * Import this in a process that must end with its parent, even if the parent is killed. The parent must start it with
 * an `ipc` channel.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
