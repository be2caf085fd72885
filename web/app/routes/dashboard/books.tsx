// SPDX-License-Identifier: Apache-2.0

import { BooksPage } from '../../../features/books/books-page.tsx';

export default BooksPage;
