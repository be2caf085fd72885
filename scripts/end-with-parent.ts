// SPDX-License-Identifier: Apache-2.0

/** Imported by a process that must not outlive the one that started it with a channel (`ipc`), even where that one was killed. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
