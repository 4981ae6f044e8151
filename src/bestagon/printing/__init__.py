"""Print and play: what a game prints, arranged on paper and made into a PDF."""

from bestagon.printing.document import MAX_COPIES, PrintJob, job_document, print_job
from bestagon.printing.paper import PAPERS
from bestagon.printing.pdf import NoPrinting, can_print, check_printing, make_pdf

__all__ = ["MAX_COPIES", "PAPERS", "NoPrinting", "PrintJob", "can_print", "check_printing", "job_document", "make_pdf", "print_job"]
