// SPDX-License-Identifier: Apache-2.0

import theme from 'vitepress/theme-without-fonts';
import './house.css';

export default theme;
