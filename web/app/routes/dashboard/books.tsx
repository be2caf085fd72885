import { BooksPage } from '../../../features/books/books-page.tsx';

export default BooksPage;
