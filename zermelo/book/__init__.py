"""Opening knowledge: books of proven values, and what has been proven before, on disk."""

from zermelo.book.book import Book, BookMove, open_book
from zermelo.book.file import BadBook, Proven
from zermelo.book.maker import make_book
from zermelo.book.shelf import find_book

__all__ = ["BadBook", "Book", "BookMove", "Proven", "find_book", "make_book", "open_book"]
