// SPDX-License-Identifier: Apache-2.0

import { pageMeta } from '../page-meta.ts';
import { PlayerScreen } from '../player-page/player-screen.tsx';

export const meta = () => pageMeta({ title: 'Player', description: 'Results that a player shares.' });

export default PlayerScreen;
