"""Questions about the graph. Virtual time passes for a thread that does nothing but ask them again."""

from __future__ import annotations

from typing import Any

from .guest import guest

_scheduler = guest.scheduler
#: How many questions, without a wait between them, count as waiting for another answer; half as many the next time,
#: down to the least, as long as a thread does nothing else.
_MOST_QUESTIONS = 2_000
_LEAST_QUESTIONS = 20
#: The time that passes then.
_STEP = 1_000_000


def ask(name: str, *words: str, subject: int = 0, domain: int = 0) -> Any:
    """The answer to a question that others may change while time passes."""
    me = _scheduler.current
    if me.asked_ticket != me.ticket:
        # It has waited for something else since.
        me.asked_ticket, me.questions, me.question_limit = me.ticket, 0, _MOST_QUESTIONS
    me.questions += 1
    if me.questions > me.question_limit and guest.connected:
        me.question_limit = max(me.question_limit // 2, _LEAST_QUESTIONS)
        _scheduler.sleep_until(_scheduler.now + _STEP)
        me.asked_ticket, me.questions = me.ticket, 0
    return guest.query(name, *words, subject=subject, domain=domain)
