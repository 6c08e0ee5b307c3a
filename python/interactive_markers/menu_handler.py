"""A menu of markers, and what is called when a client selects one of its entries."""
from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional

from visualization_msgs.msg import InteractiveMarkerFeedback, MenuEntry


@dataclass
class EntryContext:
    """An entry of the menu."""

    title: str = ''
    command: str = ''
    command_type: int = MenuEntry.FEEDBACK
    sub_entries: List[int] = field(default_factory=list)
    visible: bool = True
    check_state: int = 0
    feedback_cb: Optional[Callable[[InteractiveMarkerFeedback], Any]] = None


class MenuHandler:
    """Entries, which have numbers; `apply` copies the menu to a marker."""

    NO_CHECKBOX = 0
    CHECKED = 1
    UNCHECKED = 2

    def __init__(self) -> None:
        self.top_level_handles_: List[int] = []
        self.entry_contexts_: Dict[int, EntryContext] = {}
        self.current_handle_ = 1
        # Upstream has a set, whose order is random; these are in the order in which the menu was first applied.
        self.managed_markers_: Dict[str, None] = {}

    def insert(self, title: str, parent: Optional[int] = None, command_type: int = MenuEntry.FEEDBACK,
               command: str = '', callback: Optional[Callable[[InteractiveMarkerFeedback], Any]] = None
               ) -> Optional[int]:
        """Add an entry below another one, or at the top; returns its number, None if there is no such other one."""
        handle = self.doInsert(title, command_type, command, callback)
        if parent is None:
            self.top_level_handles_.append(handle)
        elif parent in self.entry_contexts_:
            self.entry_contexts_[parent].sub_entries.append(handle)
        else:
            print(f"Parent menu entry '{parent}' not found", file=sys.stderr)
            return None
        return handle

    def setVisible(self, handle: int, visible: bool) -> bool:  # noqa: N802
        """Show or hide an entry; False if there is none."""
        return self._set(handle, 'visible', visible)

    def setCheckState(self, handle: int, check_state: int) -> bool:  # noqa: N802
        """Give an entry a box, checked or not; False if there is no entry."""
        return self._set(handle, 'check_state', check_state)

    def _set(self, handle: int, name: str, value: Any) -> bool:
        if handle in self.entry_contexts_:
            setattr(self.entry_contexts_[handle], name, value)
        return handle in self.entry_contexts_

    def getCheckState(self, handle: int) -> Optional[int]:  # noqa: N802
        """Whether an entry has a box, and is checked; None if there is no entry."""
        return self.entry_contexts_[handle].check_state if handle in self.entry_contexts_ else None

    def getTitle(self, handle: int) -> Optional[str]:  # noqa: N802
        """The title of an entry; None if there is none."""
        return self.entry_contexts_[handle].title if handle in self.entry_contexts_ else None

    def apply(self, server: Any, marker_name: str) -> bool:
        """Copy the menu to a marker of a server, and take what clients select; False if there is no such marker."""
        marker = server.get(marker_name)
        if not marker:
            self.managed_markers_.pop(marker_name, None)
            return False
        marker.menu_entries = []
        self.pushMenuEntries(self.top_level_handles_, marker.menu_entries, 0)
        server.insert(marker, feedback_callback=self.processFeedback,
                      feedback_type=InteractiveMarkerFeedback.MENU_SELECT)
        self.managed_markers_[marker_name] = None
        return True

    def reApply(self, server: Any) -> bool:  # noqa: N802
        """Copy the menu again to all markers to which it was copied; False if one is gone."""
        return all([self.apply(server, name) for name in list(self.managed_markers_)])

    def processFeedback(self, feedback: InteractiveMarkerFeedback) -> None:  # noqa: N802
        """Call the function of the entry that a client has selected, if it has one."""
        context = self.entry_contexts_.get(feedback.menu_entry_id)
        if context is not None and context.feedback_cb is not None:
            context.feedback_cb(feedback)

    def pushMenuEntries(self, handles_in: List[int], entries_out: List[MenuEntry],  # noqa: N802
                        parent_handle: int) -> bool:
        """Append the visible ones of these entries, each followed by those below it."""
        for handle in handles_in:
            context = self.entry_contexts_[handle]
            if context.visible:
                entries_out.append(self.makeEntry(context, handle, parent_handle))
                self.pushMenuEntries(context.sub_entries, entries_out, handle)
        return True

    def makeEntry(self, context: EntryContext, handle: int, parent_handle: int) -> MenuEntry:  # noqa: N802
        """An entry as clients see it."""
        box = {self.CHECKED: '[x] ', self.UNCHECKED: '[ ] '}.get(context.check_state, '')
        return MenuEntry(title=box + context.title, command=context.command, command_type=context.command_type,
                         id=handle, parent_id=parent_handle)

    def doInsert(self, title: str, command_type: int, command: str, feedback_cb: Any) -> int:  # noqa: N802
        """Add an entry that is not in the menu yet; returns its number."""
        handle = self.current_handle_
        self.current_handle_ += 1
        self.entry_contexts_[handle] = EntryContext(
            title=title, command=command, command_type=command_type, feedback_cb=feedback_cb)
        return handle
